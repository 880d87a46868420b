import { useFormContext, useWatch } from 'react-hook-form'
import type { FormValues } from '../../../domain/events/form-values.ts'
import { levelLabel, levels } from '../../../domain/profiles/levels.ts'
import { Select } from '../../ui/select.tsx'
import { changed } from './when-fields.tsx'

const any = 'any'
const read = (value: string) => (value === any ? null : Number(value))

/** From one level to another; either side may stay open. */
export function LevelRangeField() {
  const { control, setValue, formState } = useFormContext<FormValues>()
  const [activity, levelMin, levelMax] = useWatch({ control, name: ['activity', 'levelMin', 'levelMax'] })
  const { errors } = formState
  const options = (open: string) => [
    { value: any, label: open },
    ...levels.map((level) => ({ value: String(level), label: levelLabel(activity, level) })),
  ]
  const set = (side: 'levelMin' | 'levelMax', value: string) => {
    setValue(side, read(value), changed)
    // The other side's words may no longer hold.
    setValue(side === 'levelMin' ? 'levelMax' : 'levelMin', side === 'levelMin' ? levelMax : levelMin, changed)
  }
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <Select
          label="From"
          value={levelMin === null ? any : String(levelMin)}
          options={options('Any level')}
          onChange={(value) => set('levelMin', value)}
          error={errors.levelMin?.message}
        />
        <Select
          label="Up to"
          value={levelMax === null ? any : String(levelMax)}
          options={options('Any level')}
          onChange={(value) => set('levelMax', value)}
          error={errors.levelMax?.message}
        />
      </div>
      <p className="text-small text-soft">It helps people choose. Players of any level can still join.</p>
    </>
  )
}
