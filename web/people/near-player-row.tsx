import { useMutation } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { Fragment } from 'react'
import { describeMiles } from '../../domain/geo/people.ts'
import type { NearPlayer } from '../../domain/people/contract.ts'
import { levelLabel, ratingOf } from '../../domain/profiles/levels.ts'
import { PersonRow } from '../connections/person-row.tsx'
import { connecting, disconnecting } from '../connections/queries.ts'
import { activityLabel } from '../profiles/activity-row.tsx'
import { Button } from '../ui/button.tsx'
import { Status } from '../ui/status.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { markConnection } from './queries.ts'

/** "Tennis 3.5", "Chess, advanced", "Soccer". */
function playWords({ activity, level }: NearPlayer['shared'][number]): string {
  if (level === null) return activityLabel(activity)
  const rating = ratingOf(activity, level)
  return rating === null
    ? `${activityLabel(activity)}, ${levelLabel(activity, level).toLowerCase()}`
    : `${activityLabel(activity)} ${rating}`
}

/** Nothing where one of both has not said when, or nothing fits. */
const hoursWords = (hours: number | null) => (hours ? `${hours} ${hours === 1 ? 'hour' : 'hours'} in common this week` : null)

/** Nearer than this is not told. */
const nearest = 5
export const milesWords = (miles: number) => (miles <= nearest ? `within ${nearest} miles` : describeMiles(miles))

/** Someone near with what both play, and the way to know them. */
export function NearPlayerRow({ player, isBrief = false }: { player: NearPlayer; isBrief?: boolean }) {
  const { person, miles, shared, hoursTogether, city } = player
  const plays = shared.map(playWords)
  const facts = isBrief ? [plays[0], milesWords(miles)] : [`${city.name}, ${milesWords(miles)}`, hoursWords(hoursTogether)]
  return (
    <PersonRow
      person={person}
      words={
        <>
          {!isBrief && <span className="block text-ink">{plays.join(' · ')}</span>}
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

/** Pressed again it takes the request back: a slip is mended where it was made. */
function ConnectButton({ player: { person, connection: from } }: { player: NearPlayer }) {
  const asking = useMutation(connecting(person.id))
  const ending = useMutation(disconnecting(person.id))
  if (from === 'connected')
    return (
      <Status tone="good" className="text-small">
        Connected
      </Status>
    )
  const isSent = from === 'sent'
  const press = () => {
    markConnection(person.id, isSent ? null : from === 'received' ? 'connected' : 'sent')
    const takeBack = () => markConnection(person.id, from)
    if (isSent) ending.mutate({ from }, { onError: takeBack })
    else asking.mutate({ from }, { onError: takeBack, onSuccess: ({ state }) => markConnection(person.id, state) })
  }
  return (
    <Button size="small" onClick={press}>
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
