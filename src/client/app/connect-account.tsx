/** 'Conecta tu cuenta de Retell': a form in the page itself by which the first admin creates the first workspace. */
import { connectAccountLabels as labels } from '../../labels/invitations-es.ts';
import { workspaceLabels } from '../../labels/shell-es.ts';
import { workspaceFormLabels } from '../../labels/workspaces-es.ts';
import { CreateWorkspaceFields, useCreateWorkspaceForm } from '../features/workspaces/create-workspace-form.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';

/** Does nothing after success: the form is in no dialog to close, and the console replaces its page. */
const stay = (): void => {};

export default function ConnectAccount() {
  const { form, submit } = useCreateWorkspaceForm(stay);
  const { errors, isSubmitting } = form.formState;
  return (
    <Card className="mx-auto max-w-xl" title={labels.title} subtitle={labels.text}>
      <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
        {errors.root?.message ? <Alert tone="bad">{errors.root.message}</Alert> : null}
        <CreateWorkspaceFields form={form} />
        <Button type="submit" variant="primary" className="self-start" disabled={isSubmitting}>
          {isSubmitting ? workspaceFormLabels.creating : workspaceLabels.create}
        </Button>
      </form>
    </Card>
  );
}
