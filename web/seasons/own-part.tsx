import { useMutation } from '@tanstack/react-query'
import type { RegistrationKind, SeasonDetail } from '../../domain/seasons/contract.ts'
import { useViewer } from '../app-state.ts'
import { Button } from '../ui/button.tsx'
import { showFailure } from '../ui/show-failure.ts'
import { formatOrganizers, kindNames } from './format-people.ts'
import { placingGuest, registering, unregistering, unregisteringGuest } from './queries.ts'

const ownKinds = ['player', 'freeAgent', 'substitute'] as const
const offers: Record<(typeof ownKinds)[number], string> = {
  player: 'Play',
  freeAgent: 'Look for a group',
  substitute: 'Be a substitute',
}

/** How the viewer takes part in the season, and how they can change it. */
export function OwnPart({ season, isOver }: { season: SeasonDetail; isOver: boolean }) {
  const viewer = useViewer()
  const register = useMutation({ ...registering, onError: showFailure })
  const leave = useMutation({ ...unregistering, onError: showFailure })
  const { id: seasonId, me, groups } = season
  if (!viewer) return null
  const path = { seasonId, userId: viewer.id }
  const isBusy = register.isPending || leave.isPending
  const group = groups.find(({ id }) => id === me?.groupId)
  const words = me ? describePart(me.kind, group?.name) : isOver ? 'You did not play in this season.' : 'You are not in this season yet.'
  const choices = ownKinds.filter((kind) => !isOver && !group && kind !== me?.kind)
  return (
    <section
      aria-label="How you take part"
      className="grid justify-items-start gap-3 rounded-card border border-line bg-card p-4.5 shadow-card sm:p-5"
    >
      <p className="font-strong">{words}</p>
      {choices.length > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          {choices.map((kind) => (
            <Button
              key={kind}
              size="small"
              variant={kind === 'player' && !me ? 'primary' : 'plain'}
              disabled={isBusy}
              onClick={() => register.mutate({ ...path, kind, groupId: null })}
            >
              {offers[kind]}
            </Button>
          ))}
          {!me && <p className="text-small text-soft">Free agents look for a group. Substitutes come when somebody is missing.</p>}
        </div>
      )}
      {season.children.length > 0 && <OwnChildren season={season} isOver={isOver} />}
      {group && !isOver && (
        <p className="text-small text-soft">Organizers assign people to groups: {formatOrganizers(season.organizers)}.</p>
      )}
      {me && !isOver && (
        <Button size="small" variant="quiet" disabled={isBusy} onClick={() => leave.mutate(path)}>
          Leave the season
        </Button>
      )}
    </section>
  )
}

/** How the viewer's children take part. A parent registers them as members register themselves. */
function OwnChildren({ season: { id: seasonId, children, groups }, isOver }: { season: SeasonDetail; isOver: boolean }) {
  const register = useMutation({ ...placingGuest, onError: showFailure })
  const leave = useMutation({ ...unregisteringGuest, onError: showFailure })
  const isBusy = register.isPending || leave.isPending
  const shown = children.filter(({ isIn }) => isIn || !isOver)
  if (shown.length === 0) return null
  return (
    <ul aria-label="Your children" className="grid w-full gap-1 border-t border-line pt-3">
      {shown.map(({ id: guestId, name, isIn, groupId }) => {
        const group = groups.find(({ id }) => id === groupId)
        return (
          <li key={guestId} className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <span className="min-w-0 wrap-anywhere">
              {isIn ? (group ? `${name} plays for ${group.name}` : `${name} plays in this season`) : `${name} is not in this season`}
            </span>
            {!isOver &&
              (isIn ? (
                <Button
                  size="small"
                  variant="quiet"
                  aria-label={`Take ${name} out of the season`}
                  disabled={isBusy}
                  onClick={() => leave.mutate({ seasonId, guestId })}
                >
                  Take out
                </Button>
              ) : (
                <Button
                  size="small"
                  aria-label={`Register ${name} to play`}
                  disabled={isBusy}
                  onClick={() => register.mutate({ seasonId, guestId, groupId: null })}
                >
                  Register
                </Button>
              ))}
          </li>
        )
      })}
    </ul>
  )
}

function describePart(kind: RegistrationKind, groupName: string | undefined): string {
  if (groupName !== undefined) return kind === 'captain' ? `You are the captain of ${groupName}` : `You play for ${groupName}`
  return kind === 'player' ? 'You play in this season' : `You are a ${kindNames[kind].toLowerCase()}`
}
