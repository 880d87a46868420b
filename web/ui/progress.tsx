import { useId } from 'react'
import { joinClasses } from './class-names.ts'

type ProgressProps = {
  label: string
  isLabelHidden?: boolean
  value: number
  max?: number
  valueText?: string
  tone?: 'good' | 'court'
  className?: string
}

export function Progress({ label, isLabelHidden = false, value, max = 100, valueText, tone = 'good', className }: ProgressProps) {
  const id = useId()
  const filled = Math.min(max, Math.max(0, value))
  return (
    <div className={joinClasses('grid gap-2', className)}>
      <div className={isLabelHidden ? 'sr-only' : 'flex justify-between gap-4 text-small'}>
        <span id={id} className="font-strong">
          {label}
        </span>
        {valueText && <span className="text-soft">{valueText}</span>}
      </div>
      <div
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={filled}
        {...(valueText ? { 'aria-valuetext': valueText } : {})}
        className="h-1.5 overflow-hidden rounded-full bg-wash"
      >
        <div
          className={joinClasses('h-full rounded-full transition-[width] duration-300', tone === 'good' ? 'bg-good' : 'bg-court')}
          style={{ width: `${(100 * filled) / max}%` }}
        />
      </div>
    </div>
  )
}
