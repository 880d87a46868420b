import { CircleAlert, RotateCw } from 'lucide-react'
import { Button } from './button.tsx'
import { joinClasses } from './class-names.ts'
import { readError } from './read-error.ts'

type ErrorNoticeProps = {
  /** Anything that was thrown. Pass `message` instead to show a text of your own. */
  error?: unknown
  message?: string
  title?: string
  onRetry?: () => void
  isRetrying?: boolean
  className?: string
}

export function ErrorNotice({ error, message, title, onRetry, isRetrying = false, className }: ErrorNoticeProps) {
  const errorText = readError(error)
  return (
    <div role="alert" className={joinClasses('flex max-w-[60ch] gap-3', className)}>
      <CircleAlert size={22} aria-hidden="true" className="mt-px flex-none text-bad" />
      <div className="grid min-w-0 justify-items-start gap-0.5">
        {title && <p className="font-strong">{title}</p>}
        <p className={title ? 'text-soft' : 'font-medium'}>{message ?? errorText.message}</p>
        {errorText.requestId && (
          <p className="text-tiny text-soft">
            If you contact us, mention <span className="font-mono break-all select-all">{errorText.requestId}</span>
          </p>
        )}
        {onRetry && (
          <Button size="small" isPending={isRetrying} onClick={onRetry} className="mt-2.5">
            <RotateCw size={15} aria-hidden="true" /> Try again
          </Button>
        )}
      </div>
    </div>
  )
}
