import { ToggleChip } from './chip.tsx'

type OptionChipsProps = {
  legend: string
  options: readonly { id: string; name: string }[]
  value: string | null
  onChange: (id: string | null) => void
}

/** Offers to pick one of a few named things, or none. Shows nothing if there is nothing to pick. */
export function OptionChips({ legend, options, value, onChange }: OptionChipsProps) {
  if (options.length === 0) return null
  return (
    <fieldset>
      <legend className="mb-2.5 text-small font-strong">{legend}</legend>
      <div className="flex flex-wrap gap-2.5">
        {options.map(({ id, name }) => (
          <ToggleChip key={id} isOn={value === id} onToggle={() => onChange(value === id ? null : id)} className="max-w-full">
            <span className="truncate">{name}</span>
          </ToggleChip>
        ))}
      </div>
    </fieldset>
  )
}
