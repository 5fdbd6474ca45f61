/** 'Conecta tu cuenta de Retell': a form in the page itself by which the first admin creates the first workspace. */
import { connectAccountLabels as labels } from '../../labels/invitations-es.ts';
import { workspaceSelectorLabels } from '../../labels/shell-es.ts';
import { workspaceFormLabels } from '../../labels/workspaces-es.ts';
import { CreateWorkspaceFields, useCreateWorkspaceForm } from '../features/workspaces/create-workspace-form.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { SectionCard } from '../ui/card.tsx';

const stay = (): void => {};

export default function ConnectAccountForm() {
  const { form, submit } = useCreateWorkspaceForm(stay);
  const { errors, isSubmitting } = form.formState;
  return (
    <SectionCard className="mx-auto max-w-xl" title={labels.title} subtitle={labels.text}>
      <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
        {errors.root?.message ? <Alert tone="bad">{errors.root.message}</Alert> : null}
        <CreateWorkspaceFields form={form} />
        <Button type="submit" variant="primary" className="self-start" disabled={isSubmitting}>
          {isSubmitting ? workspaceFormLabels.creating : workspaceSelectorLabels.create}
        </Button>
      </form>
    </SectionCard>
  );
}
