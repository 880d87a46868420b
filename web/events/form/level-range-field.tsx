import { useFormContext, useWatch } from 'react-hook-form'
import type { FormValues } from '../../../domain/events/form-values.ts'
import { formatLevel, levels } from '../../../domain/profiles/levels.ts'
import { Select } from '../../ui/select.tsx'
import { changeOptions } from './when-fields.tsx'

const anyLevel = 'any'
const readLevel = (value: string) => (value === anyLevel ? null : Number(value))

/** The lowest and the highest level of a game. Each can stay open. */
export function LevelRangeField() {
  const { control, setValue, formState } = useFormContext<FormValues>()
  const [activity, levelMin, levelMax] = useWatch({ control, name: ['activity', 'levelMin', 'levelMax'] })
  const { errors } = formState
  const getOptions = (open: string) => [
    { value: anyLevel, label: open },
    ...levels.map((level) => ({ value: String(level), label: formatLevel(activity, level) })),
  ]
  const setLevel = (side: 'levelMin' | 'levelMax', value: string) => {
    setValue(side, readLevel(value), changeOptions)
    // Validates the other side again, because its error message may be outdated.
    setValue(side === 'levelMin' ? 'levelMax' : 'levelMin', side === 'levelMin' ? levelMax : levelMin, changeOptions)
  }
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <Select
          label="From"
          value={levelMin === null ? anyLevel : String(levelMin)}
          options={getOptions('Any level')}
          onChange={(value) => setLevel('levelMin', value)}
          error={errors.levelMin?.message}
        />
        <Select
          label="Up to"
          value={levelMax === null ? anyLevel : String(levelMax)}
          options={getOptions('Any level')}
          onChange={(value) => setLevel('levelMax', value)}
          error={errors.levelMax?.message}
        />
      </div>
      <p className="text-small text-soft">The level helps players choose. Players of any level can still join.</p>
    </>
  )
}
