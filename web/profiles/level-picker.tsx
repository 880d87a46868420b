import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { findActivity } from '../../domain/activities.ts'
import { levelLabel } from '../../domain/profiles/levels.ts'
import { joinClasses } from '../ui/class-names.ts'
import { LevelMeter } from './level-meter.tsx'

type LevelPickerProps = { activity: string; value: number | null; onChange: (level: number | null) => void; isQuiet?: boolean }

const notTold = 'No level'

/** Below one there is only "not told": the half step between them is passed over, whichever way one goes. */
const readStep = (step: number, before: number | null) => (step >= 1 ? step : step > 0 && before === null ? 1 : null)

const thumb =
  '[&::-webkit-slider-thumb]:size-6 [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:border-[2.5px] [&::-webkit-slider-thumb]:border-current [&::-webkit-slider-thumb]:bg-card [&::-webkit-slider-thumb]:shadow-card ' +
  '[&::-moz-range-thumb]:size-6 [&::-moz-range-thumb]:box-border [&::-moz-range-thumb]:rounded-full [&::-moz-range-thumb]:border-[2.5px] [&::-moz-range-thumb]:border-current [&::-moz-range-thumb]:bg-card'

/** How well one plays by one's own judgment, or nothing said. Reports a level once the thumb is let go. */
export function LevelPicker({ activity, value, onChange, isQuiet = false }: LevelPickerProps) {
  const [moved, setMoved] = useState<{ to: number | null } | null>(null)
  const shown = moved ? moved.to : value
  const slider = useRef<HTMLInputElement>(null)
  const settle = useEffectEvent(() => {
    setMoved(null)
    if (moved && moved.to !== value) onChange(moved.to)
  })
  // React's own onChange speaks at every step of a drag; the browser's event waits for its end.
  useEffect(() => {
    const input = slider.current
    const settled = () => settle()
    input?.addEventListener('change', settled)
    return () => input?.removeEventListener('change', settled)
  }, [])
  const words = shown === null ? notTold : levelLabel(activity, shown)
  return (
    <div className="grid">
      <span className={joinClasses('text-small', shown === null && 'text-soft')}>{words}</span>
      <span className="relative -mx-3 block h-11">
        <LevelMeter level={shown} isLarge isQuiet={isQuiet} className="absolute inset-x-3 top-1/2 -translate-y-1/2" />
        <input
          ref={slider}
          type="range"
          min={0}
          max={5}
          step={0.5}
          value={shown ?? 0}
          aria-label={`Your level in ${findActivity(activity)?.label ?? activity}`}
          aria-valuetext={words}
          onChange={(event) => setMoved({ to: readStep(Number(event.target.value), shown) })}
          className={joinClasses(
            'absolute inset-0 size-full cursor-pointer touch-pan-y appearance-none rounded-control bg-transparent',
            isQuiet || shown === null ? 'text-edge' : 'text-court',
            thumb,
          )}
        />
      </span>
    </div>
  )
}
