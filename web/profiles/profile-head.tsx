import type { ReactNode } from 'react'
import { findActivity } from '../../domain/activities.ts'
import type { PublicProfile } from '../../domain/profiles/public-contract.ts'
import { type StateCode, usStates } from '../../domain/us-states.ts'
import { usePresence } from '../presence/queries.ts'
import { Avatar } from '../ui/avatar.tsx'
import { joinClasses } from '../ui/class-names.ts'
import { CourtArt } from '../ui/court-art.tsx'
import { Status } from '../ui/status.tsx'

type ProfileProps = { profile: PublicProfile }

/** The court art of the person's first activity. */
export function ProfileCover({ profile: { id, activities } }: ProfileProps) {
  const activity = findActivity(activities[0]?.activity ?? '')?.id ?? 'other'
  return (
    <CourtArt
      activity={activity}
      seed={id}
      className="-mx-4.5 block h-36 w-[calc(100%+2.25rem)] overflow-hidden sm:mx-0 sm:h-52 sm:w-full sm:rounded-cover lg:h-60"
    />
  )
}

const stateName = (code: string) => usStates[code as StateCode] ?? code

function useIsOnline({ id, isMe, showsOnlineStatus }: PublicProfile): boolean {
  return usePresence(showsOnlineStatus && !isMe ? id : null)?.online ?? false
}

export function ProfileHead({ profile, isOnCover = false }: ProfileProps & { isOnCover?: boolean }) {
  const { id, displayName, pictureUrl, pronoun, city, memberSince, isBlockedByMe } = profile
  const isOnline = useIsOnline(profile)
  const since = new Date(memberSince)
  return (
    <header className={joinClasses('relative sm:flex sm:gap-5', isOnCover && '-mt-13 sm:-mt-17 sm:pl-7')}>
      <Avatar
        face={{ id, name: displayName, pictureUrl }}
        size={128}
        isOnline={isOnline}
        isDecorative
        className="size-26! ring-4 ring-paper *:text-[2.375rem]! sm:size-34! sm:*:text-[3rem]!"
      />
      <div className={joinClasses('min-w-0', isOnCover ? 'sm:pt-21' : 'sm:self-center')}>
        <h1 className="mt-3 text-[2rem] wrap-anywhere sm:mt-0 sm:text-[2.625rem]">{displayName}</h1>
        {!isBlockedByMe && (
          <p className="mt-1.5 flex flex-wrap items-center gap-x-2 text-soft">
            {isOnline && (
              <Status tone="live" className="text-ink">
                Online
              </Status>
            )}
            {pronoun && <Fact>{pronoun}</Fact>}
            {city && (
              <Fact>
                {city.name}, {stateName(city.state)}
              </Fact>
            )}
            <Fact hasOwnLine>
              Joined{' '}
              <time dateTime={since.toISOString().slice(0, 7)}>
                {since.toLocaleDateString(undefined, { month: 'long', year: 'numeric' })}
              </time>
            </Fact>
          </p>
        )}
      </div>
    </header>
  )
}

/** Facts are separated by dots. On a phone the last fact has its own line without a dot, so that no line starts with a dot. */
const Fact = ({ children, hasOwnLine = false }: { children: ReactNode; hasOwnLine?: boolean }) => (
  <span
    className={joinClasses(
      'min-w-0 wrap-anywhere not-first:before:mr-2 not-first:before:content-["·"]',
      hasOwnLine && 'max-sm:basis-full max-sm:before:hidden',
    )}
  >
    {children}
  </span>
)
