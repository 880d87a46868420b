import { useId } from 'react'
import { maxRadius, minRadius } from '../../domain/activity-subscriptions/contract.ts'
import { controlClasses, FieldError } from '../ui/field.tsx'
import { formatMiles } from './format-alert.ts'

type RadiusFieldProps = { value: number; onChange: (miles: number) => void; onBlur: () => void; error?: string | undefined }

const getTrackStyle = (value: number) => {
  const percent = ((Math.min(maxRadius, Math.max(minRadius, value || minRadius)) - minRadius) / (maxRadius - minRadius)) * 100
  return { background: `linear-gradient(to right, var(--court) ${percent}%, var(--line) ${percent}%)` }
}

const thumbClasses =
  '[&::-webkit-slider-thumb]:size-6 [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:border-2 [&::-webkit-slider-thumb]:border-court [&::-webkit-slider-thumb]:bg-card [&::-webkit-slider-thumb]:shadow-card [&::-moz-range-thumb]:size-5 [&::-moz-range-thumb]:rounded-full [&::-moz-range-thumb]:border-2 [&::-moz-range-thumb]:border-court [&::-moz-range-thumb]:bg-card'

/** A number of whole miles, set with a slider or typed. */
export function RadiusField({ value, onChange, onBlur, error }: RadiusFieldProps) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-small font-strong">
        Radius
      </label>
      <div className="flex items-center gap-4">
        {/* The input is tall enough for a finger; only the line in its middle is visible. */}
        <span className="relative flex h-11.5 flex-1 items-center">
          <span aria-hidden="true" className="absolute inset-x-0 h-1.5 rounded-full" style={getTrackStyle(value)} />
          <input
            type="range"
            aria-label="Radius on a slider"
            aria-valuetext={formatMiles(value || minRadius)}
            min={minRadius}
            max={maxRadius}
            step={1}
            value={Number.isNaN(value) ? minRadius : value}
            onChange={(event) => onChange(event.target.valueAsNumber)}
            className={`relative h-11.5 w-full cursor-pointer appearance-none rounded-control bg-transparent ${thumbClasses}`}
          />
        </span>
        <span className="relative w-30 flex-none">
          <input
            id={id}
            type="number"
            inputMode="numeric"
            min={minRadius}
            max={maxRadius}
            step={1}
            value={Number.isNaN(value) ? '' : value}
            onChange={(event) => onChange(event.target.valueAsNumber)}
            onBlur={onBlur}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            className={controlClasses(
              Boolean(error),
              'h-11.5 appearance-none pr-16 pl-3.5 [-moz-appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none',
            )}
          />
          <span aria-hidden="true" className="pointer-events-none absolute inset-y-0 right-3.5 flex items-center text-soft">
            {value === 1 ? 'mile' : 'miles'}
          </span>
        </span>
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}
