import { useMutation, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { DataExport } from '../../domain/data-exports/contract.ts'
import { Button, buttonClasses } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Progress } from '../ui/progress.tsx'
import { Section } from '../ui/section.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { askingForExport, exportFileUrl, isRunning, latestExport } from './queries.ts'

/** A copy of everything that is known of the person. */
export function ExportSection() {
  const latest = useQuery(latestExport)
  const ask = useMutation(askingForExport)
  return (
    <Section title="Your data" intro="Get a copy of everything we know about you in one ZIP file, ready for spreadsheets and other apps.">
      {latest.data !== undefined ? (
        <Standing dataExport={latest.data} isAsking={ask.isPending} onAsk={() => ask.mutate()} />
      ) : latest.error ? (
        <ErrorNotice error={latest.error} onRetry={() => void latest.refetch()} isRetrying={latest.isFetching} />
      ) : (
        <Loading label="Loading">
          <Skeleton className="h-11.5 w-44 rounded-control" />
        </Loading>
      )}
      {ask.error && <ErrorNotice error={ask.error} />}
    </Section>
  )
}

type StandingProps = { dataExport: DataExport | null; isAsking: boolean; onAsk: () => void }

function Standing({ dataExport, isAsking, onAsk }: StandingProps) {
  if (dataExport && isRunning(dataExport)) {
    const { done, total } = dataExport
    return (
      <div role="status" className="grid gap-2.5">
        <Progress label="Collecting your data" value={done} max={total} valueText={`${done} of ${total}`} />
        <p className="text-small text-soft">You can leave this page. We will email you when it is ready.</p>
      </div>
    )
  }
  const again = (
    <Button className="justify-self-start" isPending={isAsking} pendingLabel="Starting" onClick={onAsk}>
      {dataExport?.state === 'ready' ? 'Collect again' : 'Collect my data'}
    </Button>
  )
  if (dataExport?.state === 'failed') {
    return (
      <>
        <ErrorNotice message="We could not collect your data. Nothing is lost. Please try again." />
        {again}
      </>
    )
  }
  if (dataExport?.state !== 'ready') return again
  return (
    <>
      <p role="status">
        <span className="font-strong">Your data from {sayDay(dataExport.createdAt)} is ready.</span>{' '}
        <span className="text-soft">You can download it until {sayDay(dataExport.expiresAt)}. Then we delete it.</span>
      </p>
      <div className="flex flex-wrap gap-2.5">
        <a href={exportFileUrl(dataExport.id)} download className={buttonClasses('plain')}>
          <Download size={18} aria-hidden="true" /> Download {saySize(dataExport.size)}
        </a>
        {again}
      </div>
    </>
  )
}

const sayDay = (at: number | null) => (at === null ? '' : new Date(at).toLocaleDateString('en-US', { dateStyle: 'long' }))

const saySize = (bytes: number | null) => {
  if (bytes === null) return ''
  const isLarge = bytes >= 1_000_000
  const amount = new Intl.NumberFormat('en-US', { maximumFractionDigits: isLarge ? 1 : 0 })
  return isLarge ? `${amount.format(bytes / 1_000_000)} MB` : `${amount.format(Math.max(1, bytes / 1000))} kB`
}
