import { useState } from 'react'
import { findActivity } from '../../domain/activities.ts'
import { coverShades } from '../../domain/teams/cover-shades.ts'
import type { TeamDetail } from '../../domain/teams/detail-contract.ts'
import { AvatarStack } from '../ui/avatar.tsx'
import { joinClasses } from '../ui/class-names.ts'
import { CourtArt } from '../ui/court-art.tsx'
import { formatFollowers, formatMembers, formatTeamCity } from './format-team.ts'

const coverClasses = '-mx-4.5 block h-28 w-[calc(100%+2.25rem)] overflow-hidden sm:mx-0 sm:h-55 sm:w-full sm:rounded-cover'

/** The picture of the community, or court art in its colors. */
type CoverProps = { team: Pick<TeamDetail, 'id' | 'activity' | 'photoURL' | 'mainColor' | 'secondColor'> }

export function TeamCover({ team: { id, activity, photoURL, mainColor, secondColor } }: CoverProps) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null)
  if (photoURL !== null && photoURL !== failedUrl) {
    return (
      <img
        src={photoURL}
        alt=""
        fetchPriority="high"
        onError={() => setFailedUrl(photoURL)}
        className={`${coverClasses} bg-wash object-cover`}
      />
    )
  }
  const colors = mainColor && { ground: coverShades[mainColor], outer: secondColor ? coverShades[secondColor] : undefined }
  return <CourtArt activity={activity ?? 'other'} seed={id} colors={colors} className={coverClasses} />
}

const joinModeWords = { open: 'open to all', ask: 'by request', invite: 'by invitation' } as const

/**
 * "Pickleball · Austin, TX · since 2023 · by request", the name, some faces and the number of members. The short one has only the name on
 * a phone.
 */
export function TeamHead({ team, isShort = false }: { team: TeamDetail; isShort?: boolean }) {
  const { name, activity, createdAt, joinMode, faces, members, followers } = team
  const hidden = isShort && 'max-lg:hidden'
  const sport = activity && (findActivity(activity)?.label ?? activity)
  const facts = [formatTeamCity(team), `since ${new Date(createdAt).getUTCFullYear()}`, joinModeWords[joinMode]].filter(Boolean).join(' · ')
  return (
    <header className="grid gap-x-6 gap-y-2 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-end">
      <div className="grid min-w-0 gap-1">
        <p className={joinClasses('text-[0.9375rem] text-soft wrap-anywhere', hidden)}>
          {sport && (
            <>
              <b className="text-court">{sport}</b> ·{' '}
            </>
          )}
          {facts}
        </p>
        <h1 className={joinClasses('wrap-anywhere', isShort ? 'text-title lg:text-hero' : 'text-[1.875rem] sm:text-hero')}>{name}</h1>
      </div>
      <p className={joinClasses('flex items-center gap-2.5 sm:pb-1.5', hidden)}>
        {faces.length > 0 && <AvatarStack faces={faces} />}
        <b className="text-[0.9375rem]">{formatMembers({ members })}</b>
        {followers > 0 && <span className="text-[0.9375rem] text-soft">{formatFollowers(followers)}</span>}
      </p>
    </header>
  )
}
