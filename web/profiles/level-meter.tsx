import { joinClasses } from '../ui/class-names.ts'

const steps = [0, 1, 2, 3, 4] as const

type LevelMeterProps = { level: number | null; isLarge?: boolean; isQuiet?: boolean; className?: string }

/** A bar of five steps, filled up to the level. It is decorative; the level is written next to it. */
export function LevelMeter({ level, isLarge = false, isQuiet = false, className }: LevelMeterProps) {
  return (
    <span aria-hidden="true" className={joinClasses('flex gap-[3px]', isLarge ? 'h-2.5' : 'h-1.75', className)}>
      {steps.map((step) => (
        <span
          key={step}
          className={joinClasses(
            'min-w-0 flex-1 overflow-hidden border-[1.5px] first:rounded-l-full last:rounded-r-full',
            isQuiet ? 'border-edge' : 'border-court',
            level === null && 'border-dashed border-edge',
          )}
        >
          <span
            className={joinClasses('block h-full', isQuiet ? 'bg-edge' : 'bg-court')}
            style={{ width: `${100 * Math.min(1, Math.max(0, (level ?? 0) - step))}%` }}
          />
        </span>
      ))}
    </span>
  )
}
