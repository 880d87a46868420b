import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { maxCoHosts } from '../../../domain/events/co-host-limits.ts'
import type { OwnCoHostLink } from '../../../domain/events/co-host-link-contract.ts'
import { formatFullMoment } from '../../../domain/events/format-when.ts'
import { LinkRow, SystemShare } from '../../share/link-share.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Select } from '../../ui/select.tsx'
import { Loading, SkeletonText } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { endingCoHostLink, makingCoHostLink, ownCoHostLink } from '../co-host-link-queries.ts'
import type { DialogProps } from '../dialogs.tsx'

const useOptions = [1, 2, 5, maxCoHosts].map((uses) => ({ value: String(uses), label: uses === 1 ? '1 person' : `${uses} people` }))

/** Makes a link by which people become co-hosts. It is shown only now, because we do not store its secret. */
export default function CoHostLinkDialog({ event, onClose }: DialogProps) {
  const { id, title } = event
  const [maxUses, setMaxUses] = useState('1')
  const [isForSeries, setForSeries] = useState(false)
  const own = useQuery(ownCoHostLink(id))
  const make = useMutation(makingCoHostLink(id))
  const end = useMutation(endingCoHostLink(id))
  const link = own.data?.link ?? null
  const url = make.data && link ? `${location.origin}/co-host?token=${make.data.token}` : null
  return (
    <Dialog title="Invite a co-host" isOpen onClose={onClose} width={480}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 pt-1">
        <p className="text-soft">
          Co-hosts can edit the game, manage players and check them in. Send the link only to people you trust: whoever opens it first can
          accept.
        </p>
        {own.isPending ? (
          <Loading label="Loading your link">
            <SkeletonText lines={2} />
          </Loading>
        ) : (
          link && (
            <section aria-label="Your link" className="grid gap-3 rounded-card bg-wash p-4">
              {url && (
                <>
                  <LinkRow url={url} />
                  <SystemShare url={url} title={`Co-host ${title}`} />
                </>
              )}
              <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
                <p className="min-w-0 flex-1 text-small text-soft" role="status">
                  {describeLink(link, event.timeZone)}
                </p>
                <Button size="small" isPending={end.isPending} pendingLabel="Ending" onClick={() => end.mutate()}>
                  End link
                </Button>
              </div>
            </section>
          )
        )}
        {own.error !== null && <ErrorNotice error={own.error} onRetry={() => void own.refetch()} isRetrying={own.isFetching} />}
        <Select label="For up to" options={useOptions} value={maxUses} onChange={setMaxUses} />
        {event.series && (
          <Switch
            label="Also for the later dates"
            hint="Of this series, starting with this game."
            checked={isForSeries}
            onChange={({ target }) => setForSeries(target.checked)}
          />
        )}
        {make.error !== null && <ErrorNotice error={make.error} />}
        <Button
          variant={url ? 'plain' : 'primary'}
          isPending={make.isPending}
          pendingLabel="Making the link"
          onClick={() => make.mutate({ maxUses: Number(maxUses), isForSeries })}
        >
          {link ? 'Make a new link' : 'Make a link'}
        </Button>
        <p className="text-small text-soft">
          A link works for 7 days, or until the game starts.{link && ' A new one replaces the one that you made before.'}
        </p>
      </div>
    </Dialog>
  )
}

function describeLink({ uses, maxUses, isForSeries, expiresAt }: OwnCoHostLink, timeZone: string): string {
  const used = uses === 0 ? 'Nobody has used your link yet' : `${uses} of ${maxUses} people used your link`
  const dates = isForSeries ? ' It is for the later dates too.' : ''
  return `${used}. It works until ${formatFullMoment(expiresAt, { timeZone, now: Date.now() })}.${dates}`
}
