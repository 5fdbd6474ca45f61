/** Empty, failed and forbidden states of a screen or list, each with a picture and a next step. */
import { Lock, RefreshCw, Unplug, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { commonActionLabels, loadingAndErrorStateLabels } from '../../labels/common-es.ts';
import { screenPaths } from '../paths.ts';
import { Button, getButtonClasses } from './button.tsx';
import { classNames } from './class-names.ts';
import { lazyEmptyPicture } from './empty-picture.ts';
import type { EmptyStatePictureName } from './empty-pictures.tsx';

interface StateProps {
  readonly title: string;
  readonly text?: string | undefined;
  readonly action?: ReactNode;
  readonly className?: string;
}

function Picture({ title, text, action, className, picture }: StateProps & { readonly picture: ReactNode }) {
  return (
    <div
      className={classNames('flex flex-col items-center justify-center gap-3 px-4 base:py-10 text-center', className)}
    >
      {picture}
      <div className="max-w-sm">
        <p className="font-semibold">{title}</p>
        {text ? <p className="mt-1 break-words text-muted">{text}</p> : null}
      </div>
      {action}
    </div>
  );
}

export function EmptyState({ picture, ...props }: StateProps & { readonly picture: EmptyStatePictureName }) {
  const drawing = (
    <span className="h-18">
      <lazyEmptyPicture.Part name={picture} />
    </span>
  );
  return <Picture {...props} picture={drawing} />;
}

function Disc({ icon: Icon, tone }: { readonly icon: LucideIcon; readonly tone: string }) {
  return (
    <span className={classNames('flex size-12 items-center justify-center rounded-full', tone)}>
      <Icon aria-hidden className="size-6" strokeWidth={1.75} />
    </span>
  );
}

export function FailedStateFrame({ icon, ...props }: StateProps & { readonly icon: LucideIcon }) {
  return <Picture {...props} picture={<Disc icon={icon} tone="bg-bad-soft text-bad" />} />;
}

interface FailedStateProps {
  readonly text: string;
  readonly onRetry: () => void;
  readonly title?: string;
  readonly className?: string;
}

export function FailedReadState({
  title = loadingAndErrorStateLabels.failedTitle,
  text,
  onRetry,
  className,
}: FailedStateProps) {
  return (
    <div role="alert">
      <FailedStateFrame
        icon={Unplug}
        title={title}
        text={text}
        {...(className === undefined ? {} : { className })}
        action={
          <Button size="small" onClick={onRetry}>
            <RefreshCw aria-hidden />
            {commonActionLabels.retry}
          </Button>
        }
      />
    </div>
  );
}

/** State for a screen that the person may not see: 'Sin permisos para ver esta sección', with a link back. */
export function ForbiddenState({ className }: { readonly className?: string }) {
  return (
    <Picture
      picture={<Disc icon={Lock} tone="bg-attention-soft text-attention" />}
      title={loadingAndErrorStateLabels.forbiddenTitle}
      text={loadingAndErrorStateLabels.forbiddenText}
      action={
        <Link href={screenPaths.dashboard()} className={getButtonClasses()}>
          {commonActionLabels.backToDashboard}
        </Link>
      }
      {...(className === undefined ? {} : { className })}
    />
  );
}
