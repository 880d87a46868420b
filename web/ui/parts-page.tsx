import { useState } from 'react'
import { Beans } from './beans.tsx'
import { ToggleChip } from './chip.tsx'
import { pageFrame } from './page-frame.tsx'
import { ActionParts, FilterParts } from './parts/action-parts.tsx'
import { ColorParts } from './parts/color-parts.tsx'
import { ComboParts } from './parts/combo-parts.tsx'
import { FormParts } from './parts/form-parts.tsx'
import { LoadingParts } from './parts/loading-parts.tsx'
import { OverlayParts } from './parts/overlay-parts.tsx'
import { PeopleParts } from './parts/people-parts.tsx'
import { RichTextParts } from './parts/rich-text-parts.tsx'
import { ScannerParts } from './parts/scanner-parts.tsx'
import { TableParts } from './parts/table-parts.tsx'

const choices = {
  theme: { light: 'Light', dark: 'Dark', system: 'System' },
  platform: { gth: 'Gather', meh: 'Mehfil' },
} as const

/** Shows every UI part in every state, for developers who build screens from them. */
export default function PartsPage() {
  return (
    <div className={pageFrame('wide', 'pb-24')}>
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5 pt-8 pb-9">
        <div className="flex items-center gap-4">
          <Beans size={56} mood="happy" />
          <div>
            <h1>Parts</h1>
            <p className="text-soft">The building blocks of every screen.</p>
          </div>
        </div>
        <div className="flex flex-wrap gap-x-6 gap-y-2.5">
          <Choice name="theme" />
          <Choice name="platform" />
        </div>
      </header>
      <ColorParts />
      <ActionParts />
      <FilterParts />
      <ComboParts />
      <FormParts />
      <RichTextParts />
      <ScannerParts />
      <PeopleParts />
      <TableParts />
      <LoadingParts />
      <OverlayParts />
    </div>
  )
}

/** Changes the theme or platform of this page only. The choice is not stored. */
function Choice({ name }: { name: keyof typeof choices }) {
  const [chosen, setChosen] = useState(document.documentElement.dataset[name])
  const choose = (value: string) => {
    document.documentElement.dataset[name] = value
    setChosen(value)
  }
  return (
    <fieldset className="flex gap-2">
      <legend className="sr-only">{name === 'theme' ? 'Theme' : 'Platform'}</legend>
      {Object.entries(choices[name]).map(([value, label]) => (
        <ToggleChip key={value} isOn={chosen === value} onToggle={() => choose(value)}>
          {label}
        </ToggleChip>
      ))}
    </fieldset>
  )
}
