import { useMutation, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { DataExport } from '../../domain/data-exports/contract.ts'
import { Button, buttonClasses } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { formatSize } from '../ui/format-size.ts'
import { Progress } from '../ui/progress.tsx'
import { Section } from '../ui/section.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { exportFileUrl, isRunning, latestExport, requestingExport } from './queries.ts'

/** Lets the user request and download a copy of all their data. */
export function ExportSection() {
  const latest = useQuery(latestExport)
  const request = useMutation(requestingExport)
  return (
    <Section title="Your data" intro="Get a copy of everything we know about you in one ZIP file, ready for spreadsheets and other apps.">
      {latest.data !== undefined ? (
        <ExportStatus dataExport={latest.data} isRequesting={request.isPending} onRequest={() => request.mutate()} />
      ) : latest.error ? (
        <ErrorNotice error={latest.error} onRetry={() => void latest.refetch()} isRetrying={latest.isFetching} />
      ) : (
        <Loading label="Loading">
          <Skeleton className="h-11.5 w-44 rounded-control" />
        </Loading>
      )}
      {request.error && <ErrorNotice error={request.error} />}
    </Section>
  )
}

type ExportStatusProps = { dataExport: DataExport | null; isRequesting: boolean; onRequest: () => void }

function ExportStatus({ dataExport, isRequesting, onRequest }: ExportStatusProps) {
  if (dataExport && isRunning(dataExport)) {
    const { done, total } = dataExport
    return (
      <div role="status" className="grid gap-2.5">
        <Progress label="Preparing your data" value={done} max={total} valueText={`${done} of ${total}`} />
        <p className="text-small text-soft">You can leave this page. We will email you when it is ready.</p>
      </div>
    )
  }
  const requestButton = (
    <Button className="justify-self-start" isPending={isRequesting} pendingLabel="Starting" onClick={onRequest}>
      {dataExport?.state === 'ready' ? 'Export again' : 'Export my data'}
    </Button>
  )
  if (dataExport?.state === 'failed') {
    return (
      <>
        <ErrorNotice message="We could not export your data. Nothing is lost. Please try again." />
        {requestButton}
      </>
    )
  }
  if (dataExport?.state !== 'ready') return requestButton
  return (
    <>
      <p role="status">
        <span className="font-strong">Your data from {formatDay(dataExport.createdAt)} is ready.</span>{' '}
        <span className="text-soft">You can download it until {formatDay(dataExport.expiresAt)}. Then we delete it.</span>
      </p>
      <div className="flex flex-wrap gap-2.5">
        <a href={exportFileUrl(dataExport.id)} download className={buttonClasses('plain')}>
          <Download size={18} aria-hidden="true" /> Download {dataExport.size !== null && formatSize(dataExport.size)}
        </a>
        {requestButton}
      </div>
    </>
  )
}

const formatDay = (time: number | null) => (time === null ? '' : new Date(time).toLocaleDateString('en-US', { dateStyle: 'long' }))
