import { useMutation } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { Fragment } from 'react'
import type { HoursTogether } from '../../domain/availability/compare-hours.ts'
import { formatRoundedMiles } from '../../domain/geo/people.ts'
import type { NearPlayer } from '../../domain/people/contract.ts'
import { formatLevel, ratingOf } from '../../domain/profiles/levels.ts'
import { PersonRow } from '../connections/person-row.tsx'
import { connecting, disconnecting } from '../connections/queries.ts'
import { activityLabel } from '../profiles/activity-row.tsx'
import { Button } from '../ui/button.tsx'
import { Status } from '../ui/status.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { markConnection } from './queries.ts'

/** "Tennis 3.5", "Chess, advanced", "Soccer". */
function formatSharedActivity({ activity, level }: NearPlayer['shared'][number]): string {
  if (level === null) return activityLabel(activity)
  const rating = ratingOf(activity, level)
  return rating === null
    ? `${activityLabel(activity)}, ${formatLevel(activity, level).toLowerCase()}`
    : `${activityLabel(activity)} ${rating}`
}

/** Nothing is shown for `none`, because it looks like a rejection. */
const hoursTexts: Record<HoursTogether, string | null> = {
  none: null,
  aLittle: 'A few similar hours',
  some: 'Some similar hours',
  aLot: 'Many similar hours',
}

/** We do not show exact distances below this, to protect where people live. */
const minShownMiles = 5
export const formatPlayerDistance = (miles: number) =>
  miles <= minShownMiles ? `within ${minShownMiles} miles` : formatRoundedMiles(miles)

/** A player nearby, with the sports they share with the user and a button to connect. */
export function NearPlayerRow({ player, isBrief = false }: { player: NearPlayer; isBrief?: boolean }) {
  const { person, miles, shared, hoursTogether, city } = player
  const activityTexts = shared.map(formatSharedActivity)
  const facts = isBrief
    ? [activityTexts[0], formatPlayerDistance(miles)]
    : [`${city.name}, ${formatPlayerDistance(miles)}`, hoursTogether && hoursTexts[hoursTogether]]
  return (
    <PersonRow
      person={person}
      note={
        <>
          {!isBrief && <span className="block text-ink">{activityTexts.join(' · ')}</span>}
          {facts.filter(Boolean).map((fact, index) => (
            <Fragment key={fact}>
              {index > 0 && ' · '}
              <span className="inline-block">{fact}</span>
            </Fragment>
          ))}
        </>
      }
    >
      <ConnectButton player={player} />
    </PersonRow>
  )
}

/** Pressing it again withdraws the request, so that a wrong tap is easy to undo. */
function ConnectButton({ player: { person, connection: from } }: { player: NearPlayer }) {
  const connect = useMutation(connecting(person.id))
  const disconnect = useMutation(disconnecting(person.id))
  if (from === 'connected')
    return (
      <Status tone="good" className="text-small">
        Connected
      </Status>
    )
  const isSent = from === 'sent'
  const toggle = () => {
    markConnection(person.id, isSent ? null : from === 'received' ? 'connected' : 'sent')
    const undo = () => markConnection(person.id, from)
    if (isSent) disconnect.mutate({ from }, { onError: undo })
    else connect.mutate({ from }, { onError: undo, onSuccess: ({ state }) => markConnection(person.id, state) })
  }
  return (
    <Button size="small" onClick={toggle}>
      {isSent ? (
        <>
          <Check size={16} aria-hidden="true" /> Requested
          <VisuallyHidden> to connect with {person.name}. Press to withdraw the request</VisuallyHidden>
        </>
      ) : (
        <>
          {from === 'received' ? 'Accept' : 'Connect'}
          <VisuallyHidden>
            {' '}
            {from === 'received' ? '' : 'with '}
            {person.name}
          </VisuallyHidden>
        </>
      )}
    </Button>
  )
}
