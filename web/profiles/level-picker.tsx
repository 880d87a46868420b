import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { findActivity } from '../../domain/activities.ts'
import { formatLevel } from '../../domain/profiles/levels.ts'
import { joinClasses } from '../ui/class-names.ts'
import { LevelMeter } from './level-meter.tsx'

type LevelPickerProps = { activity: string; value: number | null; onChange: (level: number | null) => void; isQuiet?: boolean }

const noLevelLabel = 'No level'

/** Levels start at 1, and 0 means no level. The slider's step of 0.5 between them is skipped in both directions. */
const readStep = (step: number, previousLevel: number | null) => (step >= 1 ? step : step > 0 && previousLevel === null ? 1 : null)

const thumbClasses =
  '[&::-webkit-slider-thumb]:size-6 [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:border-[2.5px] [&::-webkit-slider-thumb]:border-current [&::-webkit-slider-thumb]:bg-card [&::-webkit-slider-thumb]:shadow-card ' +
  '[&::-moz-range-thumb]:size-6 [&::-moz-range-thumb]:box-border [&::-moz-range-thumb]:rounded-full [&::-moz-range-thumb]:border-[2.5px] [&::-moz-range-thumb]:border-current [&::-moz-range-thumb]:bg-card'

/** A slider for the user's own level in an activity, or no level. It calls `onChange` when the user releases the thumb. */
export function LevelPicker({ activity, value, onChange, isQuiet = false }: LevelPickerProps) {
  const [dragged, setDragged] = useState<{ level: number | null } | null>(null)
  const shownLevel = dragged ? dragged.level : value
  const inputRef = useRef<HTMLInputElement>(null)
  const reportLevel = useEffectEvent(() => {
    setDragged(null)
    if (dragged && dragged.level !== value) onChange(dragged.level)
  })
  // React's onChange fires at every step of a drag. The browser's change event fires only at the end.
  useEffect(() => {
    const input = inputRef.current
    const handleChange = () => reportLevel()
    input?.addEventListener('change', handleChange)
    return () => input?.removeEventListener('change', handleChange)
  }, [])
  const levelText = shownLevel === null ? noLevelLabel : formatLevel(activity, shownLevel)
  return (
    <div className="grid">
      <span className={joinClasses('text-small', shownLevel === null && 'text-soft')}>{levelText}</span>
      <span className="relative -mx-3 block h-11">
        <LevelMeter level={shownLevel} isLarge isQuiet={isQuiet} className="absolute inset-x-3 top-1/2 -translate-y-1/2" />
        <input
          ref={inputRef}
          type="range"
          min={0}
          max={5}
          step={0.5}
          value={shownLevel ?? 0}
          aria-label={`Your level in ${findActivity(activity)?.label ?? activity}`}
          aria-valuetext={levelText}
          onChange={(event) => setDragged({ level: readStep(Number(event.target.value), shownLevel) })}
          className={joinClasses(
            'absolute inset-0 size-full cursor-pointer touch-pan-y appearance-none rounded-control bg-transparent',
            isQuiet || shownLevel === null ? 'text-edge' : 'text-court',
            thumbClasses,
          )}
        />
      </span>
    </div>
  )
}
