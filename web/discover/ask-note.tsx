import { X } from 'lucide-react'
import { aroundCity } from '../../domain/discover/state.ts'
import { ToggleChip } from '../ui/chip.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import type { Asked } from './use-asked.ts'
import type { Discovering } from './use-discover-state.ts'

type AskNoteProps = { asked: Asked } & Pick<Discovering, 'state' | 'city' | 'change'>

/** What a question left open: words nobody understood, what was only guessed, and which city of a name was meant. */
export function AskNote({ asked, state, city, change }: AskNoteProps) {
  if (!asked.answered) return null
  const { leftover, chips, cityChoices, needsCity, wasCut, filters } = asked.answered
  const guesses = chips.filter(({ isGuess }) => isGuess).map(({ label }) => label)
  const choices =
    filters.city && cityChoices.length > 0 ? [...(city ? [city] : []), ...cityChoices.filter(({ id }) => id !== city?.id)] : []
  const isNothing = leftover.length === 0 && guesses.length === 0 && choices.length === 0 && !needsCity && !wasCut
  if (isNothing) return null
  return (
    <div role="status" className="flex items-start justify-between gap-3 rounded-card bg-wash py-1.5 pr-1 pl-4 text-small">
      <div className="grid gap-2 py-2">
        {chips.length === 0 && <p className="font-medium">We did not find a sport, place or time in your question.</p>}
        {leftover.length > 0 && <p>We did not understand {leftover.map((words) => `“${words}”`).join(', ')} and left it out.</p>}
        {guesses.length > 0 && <p>Our guess: {guesses.join(', ')}.</p>}
        {wasCut && <p>Your question is long. We only read the first 300 characters.</p>}
        {needsCity && <p>Where are you? Choose a city under “Where”.</p>}
        {choices.length > 1 && (
          <div className="flex flex-wrap items-center gap-2">
            Which {filters.city?.name}?
            {choices.slice(0, 5).map((one) => (
              <ToggleChip key={one.id} isOn={one.id === city?.id} onToggle={() => change(aroundCity(state, one))}>
                {one.state}
              </ToggleChip>
            ))}
          </div>
        )}
      </div>
      <IconButton label="Close" className="text-soft" onClick={asked.close}>
        <X size={17} aria-hidden="true" />
      </IconButton>
    </div>
  )
}
