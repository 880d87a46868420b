import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { findActivity } from '../../domain/activities.ts'
import type { PlayedActivity } from '../../domain/profiles/contract.ts'
import { joinClasses } from '../ui/class-names.ts'
import { CourtArt } from '../ui/court-art.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { LevelPicker } from './level-picker.tsx'

export const activityLabel = (activity: string) => findActivity(activity)?.label ?? activity

type ActivityRowProps = {
  played: PlayedActivity
  onLevel: (level: number | null) => void
  onRemove: () => void
  /** More settings of this activity. */
  children?: ReactNode
}

/** One activity with its court art and the level that the user chose for themselves. */
export function ActivityRow({ played: { activity, level, isOn }, onLevel, onRemove, children }: ActivityRowProps) {
  const label = activityLabel(activity)
  return (
    <li className="grid grid-cols-[4rem_minmax(0,1fr)_auto] items-center gap-x-3.5 border-t border-line py-3.5 sm:grid-cols-[5.5rem_minmax(0,1fr)_15rem_auto] sm:gap-x-5">
      <CourtArt
        activity={activity}
        seed={activity}
        className={joinClasses('h-13 w-full overflow-hidden rounded-thumb transition-opacity duration-150 sm:h-16', !isOn && 'opacity-45')}
      />
      <div className="grid min-w-0">
        <p className="text-lead font-strong">{label}</p>
        {children}
      </div>
      <div className="max-sm:col-span-2 max-sm:col-start-2 max-sm:row-start-2 max-sm:mt-1.5">
        <LevelPicker activity={activity} value={level} onChange={onLevel} isQuiet={!isOn} />
      </div>
      <IconButton
        label={`Remove ${label}`}
        onClick={onRemove}
        className="-mr-2.5 text-soft max-sm:col-start-3 max-sm:row-start-1 max-sm:self-start"
      >
        <X size={19} aria-hidden="true" />
      </IconButton>
    </li>
  )
}
