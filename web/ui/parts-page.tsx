import { useState } from 'react'
import { Beans } from './beans.tsx'
import { ToggleChip } from './chip.tsx'
import { pageFrame } from './page-frame.tsx'
import { ActionParts, FilterParts } from './parts/action-parts.tsx'
import { ComboParts } from './parts/combo-parts.tsx'
import { FormParts } from './parts/form-parts.tsx'
import { GroundParts } from './parts/ground-parts.tsx'
import { OverlayParts } from './parts/overlay-parts.tsx'
import { PeopleParts } from './parts/people-parts.tsx'
import { RichTextParts } from './parts/rich-text-parts.tsx'
import { ScannerParts } from './parts/scanner-parts.tsx'
import { TableParts } from './parts/table-parts.tsx'
import { WaitingParts } from './parts/waiting-parts.tsx'

const choices = {
  theme: { light: 'Light', dark: 'Dark', system: 'System' },
  platform: { gth: 'Gather', meh: 'Mehfil' },
} as const

/** Every part in every state, for those who build screens from them. */
export default function PartsPage() {
  return (
    <div className={pageFrame(1120, 'pb-24')}>
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5 pt-8 pb-9">
        <div className="flex items-center gap-4">
          <Beans size={56} mood="happy" />
          <div>
            <h1>Parts</h1>
            <p className="text-soft">What every screen is made of.</p>
          </div>
        </div>
        <div className="flex flex-wrap gap-x-6 gap-y-2.5">
          <Choice name="theme" />
          <Choice name="platform" />
        </div>
      </header>
      <GroundParts />
      <ActionParts />
      <FilterParts />
      <ComboParts />
      <FormParts />
      <RichTextParts />
      <ScannerParts />
      <PeopleParts />
      <TableParts />
      <WaitingParts />
      <OverlayParts />
    </div>
  )
}

/** Dresses the page for as long as it is open; nothing is remembered. */
function Choice({ name }: { name: keyof typeof choices }) {
  const [chosen, setChosen] = useState(document.documentElement.dataset[name])
  const choose = (value: string) => {
    document.documentElement.dataset[name] = value
    setChosen(value)
  }
  return (
    <fieldset className="flex gap-2">
      <legend className="sr-only">{name === 'theme' ? 'Theme' : 'Platform'}</legend>
      {Object.entries(choices[name]).map(([value, words]) => (
        <ToggleChip key={value} isOn={chosen === value} onToggle={() => choose(value)}>
          {words}
        </ToggleChip>
      ))}
    </fieldset>
  )
}
