import { useMutation } from '@tanstack/react-query'
import { Award, CalendarCheck, HeartHandshake, type LucideIcon, Megaphone, Repeat, Sprout } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { findActivity } from '../../domain/activities.ts'
import { endorsementKinds, endorsementLabels as endorsementWords } from '../../domain/endorsements/contract.ts'
import { formatLevel } from '../../domain/profiles/levels.ts'
import type { PublicProfile } from '../../domain/profiles/public-contract.ts'
import { endorsing } from '../endorsements/queries.ts'
import { Chip, ToggleChip } from '../ui/chip.tsx'
import { CourtArt } from '../ui/court-art.tsx'
import { IconBadge } from '../ui/date-badge.tsx'
import { activityLabel } from './activity-row.tsx'
import { LevelMeter } from './level-meter.tsx'

type ProfileProps = { profile: PublicProfile }

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-3 text-[1.375rem]">
        {title}
      </h2>
      {children}
    </section>
  )
}

const linkClasses = 'font-strong text-court underline-offset-3 hover:underline'

export function Bio({ profile: { bio, isMe } }: ProfileProps) {
  if (bio) return <p className="max-w-[60ch] text-[1.125rem] leading-[1.55] whitespace-pre-line wrap-anywhere">{bio}</p>
  if (!isMe) return null
  return (
    <p className="text-soft">
      Tell people a little about yourself.{' '}
      <Link to="/settings?tab=general" className={linkClasses}>
        Write a bio
      </Link>
    </p>
  )
}

export function ActivitySection({ profile: { id, activities, isMe } }: ProfileProps) {
  if (activities.length === 0) {
    if (!isMe) return null
    return (
      <Section title="Plays">
        <p className="text-soft">
          All your sports are turned off, so other players cannot find you.{' '}
          <Link to="/settings?tab=sports" className={linkClasses}>
            Turn on a sport
          </Link>
        </p>
      </Section>
    )
  }
  return (
    <Section title="Plays">
      <ul className="border-b border-line">
        {activities.map(({ activity, level }) => (
          <li
            key={activity}
            className="grid grid-cols-[4.5rem_minmax(0,1fr)] items-center gap-x-4 border-t border-line py-3 sm:grid-cols-[6rem_minmax(0,1fr)_10rem]"
          >
            <CourtArt
              activity={findActivity(activity)?.id ?? 'other'}
              seed={`${id}:${activity}`}
              className="row-span-2 h-14 w-full overflow-hidden rounded-thumb sm:row-span-1 sm:h-16"
            />
            <div className="min-w-0 max-sm:self-end">
              <p className="text-lead font-strong">{activityLabel(activity)}</p>
              {level !== null && <p className="text-small text-soft">{formatLevel(activity, level)}</p>}
            </div>
            {level !== null && <LevelMeter level={level} className="max-sm:col-start-2 max-sm:mt-1.5 max-sm:w-36 max-sm:self-start" />}
          </li>
        ))}
      </ul>
    </Section>
  )
}

export function EndorsementSection({ profile }: ProfileProps) {
  if (profile.mayEndorse) return <Endorse profile={profile} />
  const { endorsements, isMe } = profile
  if (endorsements.length > 0) {
    return (
      <Section title="Endorsements">
        <ul className="flex flex-wrap gap-2">
          {endorsements.map(({ kind, count }) => (
            <li key={kind}>
              <Chip>
                {endorsementWords[kind]} <Count count={count} />
              </Chip>
            </li>
          ))}
        </ul>
      </Section>
    )
  }
  if (!isMe) return null
  return (
    <Section title="Endorsements">
      <p className="text-soft">You have no endorsements yet. Your connections and the people you play with can endorse you.</p>
    </Section>
  )
}

/** Shows every kind of endorsement in a fixed order, so that a chip stays in its place when it is pressed. */
function Endorse({ profile: { id, displayName, endorsements } }: ProfileProps) {
  const { mutate } = useMutation(endorsing(id))
  const byKind = new Map(endorsements.map((one) => [one.kind, one]))
  return (
    <Section title="Endorsements">
      <p className="mb-3.5 max-w-[60ch] text-soft wrap-anywhere">
        Endorse the strengths of {displayName}. They will see that it was you, and you can undo it.
      </p>
      <fieldset className="flex flex-wrap gap-x-2 gap-y-2.5">
        <legend className="sr-only">Endorse</legend>
        {endorsementKinds.map((kind) => {
          const { count, isMine } = byKind.get(kind) ?? { count: 0, isMine: false }
          return (
            <ToggleChip key={kind} isOn={isMine} onToggle={() => mutate({ kind, isMine: !isMine })}>
              {endorsementWords[kind]} {count > 0 && <Count count={count} isOn={isMine} />}
            </ToggleChip>
          )
        })}
      </fieldset>
    </Section>
  )
}

const Count = ({ count, isOn = false }: { count: number; isOn?: boolean }) => (
  <span className={isOn ? 'font-strong' : 'font-normal text-soft'}>{count.toLocaleString()}</span>
)

const badgeIcons = new Map<string, LucideIcon>([
  ['founding-member', Sprout],
  ['well-endorsed', HeartHandshake],
  ['host', Megaphone],
  ['regular', Repeat],
  ['always-there', CalendarCheck],
])

export function BadgeSection({ profile: { badges } }: ProfileProps) {
  if (!badges || badges.length === 0) return null
  return (
    <Section title="Badges">
      <ul className="grid gap-4 sm:grid-cols-2">
        {badges.map(({ id, name, reason }) => {
          const Icon = badgeIcons.get(id) ?? Award
          return (
            <li key={id} className="flex items-center gap-3.5">
              <IconBadge className="border-on-ball! bg-ball! text-on-ball!">
                <Icon size={24} strokeWidth={1.9} />
              </IconBadge>
              <div>
                <p className="font-strong">{name}</p>
                <p className="text-small text-soft">{reason}</p>
              </div>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
