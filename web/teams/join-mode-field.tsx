import { type JoinMode, joinModes } from '../../domain/teams/contract.ts'
import { joinModeHints, joinModeNames } from './create/join-mode-texts.ts'

type JoinModeFieldProps = { value: JoinMode; onChange: (mode: JoinMode) => void }

/** Who may join: anyone, people who ask, or people who are invited. */
export function JoinModeField({ value, onChange }: JoinModeFieldProps) {
  return (
    <fieldset className="grid min-w-0 gap-2.5">
      <legend className="sr-only">Who may join</legend>
      {joinModes.map((mode) => (
        <label
          key={mode}
          className="flex min-h-16 cursor-pointer items-start gap-3 rounded-card border border-line bg-card p-4 has-checked:border-court has-checked:bg-court-wash"
        >
          <input
            type="radio"
            name="joinMode"
            checked={value === mode}
            onChange={() => onChange(mode)}
            className="mt-0.75 size-5 flex-none accent-court"
          />
          <span className="grid gap-0.5">
            <span className="font-strong">{joinModeNames[mode]}</span>
            <span className="text-small text-soft">{joinModeHints[mode]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
