import { ScanLine } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../button.tsx'
import { QrScanner, type Verdict } from '../qr-scanner.tsx'
import { PartSection } from './part-section.tsx'

export function ScannerParts() {
  const [isOpen, setOpen] = useState(false)
  const [codes, setCodes] = useState<{ at: number; code: string }[]>([])
  const judge = (code: string): Verdict => {
    // The same code may come again.
    setCodes((before) => [...before, { at: before.length, code }])
    return code.startsWith('https://')
      ? { isGood: true, words: 'Maya Rivera is in.' }
      : { isGood: false, words: 'This is no seat of this game.' }
  }
  return (
    <PartSection
      title="Code scanner"
      words="Reads codes with the camera at the back, in every browser. A code counts once while it is in view."
    >
      <div className="grid max-w-md gap-5">
        <Button className="justify-self-start" onClick={() => setOpen(!isOpen)}>
          <ScanLine size={18} aria-hidden="true" /> {isOpen ? 'Close the scanner' : 'Open the scanner'}
        </Button>
        {isOpen && <QrScanner onCode={judge} typedLabel="Code of the seat" typedHint="It stands under the square." />}
        {codes.length > 0 && (
          <ol aria-label="Codes read" className="grid gap-1 text-small text-soft">
            {codes.map(({ at, code }) => (
              <li key={at}>{code}</li>
            ))}
          </ol>
        )}
      </div>
    </PartSection>
  )
}
