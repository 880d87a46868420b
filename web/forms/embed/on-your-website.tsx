import { useQuery } from '@tanstack/react-query'
import { Code, Copy } from 'lucide-react'
import { useState } from 'react'
import { embedLine, formPath, frameParameter } from '../../../domain/forms/paths.ts'
import { copyText } from '../../share/copy-text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { formSettings } from '../settings/queries.ts'

type OnYourWebsiteProps = { id: string; title: string }

/** How the form comes into the site of the organizers: the line to copy, and what it looks like there. */
export default function OnYourWebsite({ id, title }: OnYourWebsiteProps) {
  const { data, error, refetch, isFetching } = useQuery(formSettings(id))
  const [isShown, setShown] = useState(false)
  const line = embedLine(location.origin, { id, title })
  return (
    <section aria-label="On your website" className="mt-6 grid min-w-0 gap-3 border-t border-line pt-5">
      <h3 className="flex items-center gap-2 text-lead font-strong">
        <Code size={19} aria-hidden="true" /> On your website
      </h3>
      {error ? (
        <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : !data ? (
        <Skeleton className="h-24 rounded-card" />
      ) : data.frameOrigins.length === 0 ? (
        <p className="text-small text-soft">
          First list your site in the settings of the form, under “Sites that show this form”. No other site can show it.
        </p>
      ) : (
        <>
          <p className="text-small text-soft wrap-anywhere">
            Put this line where the form should be. It works on{' '}
            {data.frameOrigins.map((origin) => origin.replace('https://', '')).join(', ')}.
          </p>
          <code className="rounded-control border border-line bg-paper p-3 text-tiny break-all select-all">{line}</code>
          <div className="flex flex-wrap gap-2.5">
            <Button size="small" onClick={() => void copyText(line, 'Line copied')}>
              <Copy size={17} aria-hidden="true" /> Copy the line
            </Button>
            <Button size="small" variant="quiet" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
              {isShown ? 'Hide the preview' : 'Show a preview'}
            </Button>
          </div>
          {isShown && (
            <iframe
              title={`Preview of ${title}`}
              src={`${formPath(id)}?${frameParameter}=1`}
              className="h-96 w-full rounded-card border border-line bg-paper"
            />
          )}
        </>
      )}
    </section>
  )
}
