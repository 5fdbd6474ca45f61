/** 'Gestión de Usuarios': who may sign in, for editors to read and for admins to manage. */
import { usersLabels } from '../../../labels/users-es.ts';
import { Page } from '../../layout/page.tsx';

export default function UsersPage() {
  return <Page title={usersLabels.title}>{null}</Page>;
}
