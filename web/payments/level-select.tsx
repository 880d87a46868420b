import { teamSizes } from '../../domain/payments/plans.ts'
import { Select } from '../ui/select.tsx'

const options = teamSizes.map((size) => ({ value: String(size), label: `Up to ${size.toLocaleString('en-US')} members` }))

type LevelSelectProps = { level: number; onChange: (level: number) => void; isLabelHidden?: boolean; className?: string }

/** The dropdown of levels: how many members the plan of a community allows. */
export function LevelSelect({ level, onChange, isLabelHidden = false, className }: LevelSelectProps) {
  return (
    <Select
      label="How many members?"
      isLabelHidden={isLabelHidden}
      options={options}
      value={String(level)}
      onChange={(value) => onChange(Number(value))}
      {...(className && { className })}
    />
  )
}
