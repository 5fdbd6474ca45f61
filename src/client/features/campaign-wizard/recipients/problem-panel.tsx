/** Error panel that lists why the input, such as a recipient file, can't be used. */
import { Alert } from '../../../ui/alert.tsx';

export function InputProblemPanel({
  title,
  problems,
}: {
  readonly title: string;
  readonly problems: readonly string[];
}) {
  return (
    <Alert tone="bad">
      <p className="font-semibold">{title}</p>
      <ul className="mt-1 flex flex-col gap-0.5">
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </Alert>
  );
}
