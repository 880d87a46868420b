import { ScanLine } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../button.tsx'
import { QrScanner, type ScanResult } from '../qr-scanner.tsx'
import { PartSection } from './part-section.tsx'

export function ScannerParts() {
  const [isOpen, setOpen] = useState(false)
  const [codes, setCodes] = useState<{ at: number; code: string }[]>([])
  const judge = (code: string): ScanResult => {
    // The list counts the codes, because the same code can come more than once and each needs a key.
    setCodes((before) => [...before, { at: before.length, code }])
    return code.startsWith('https://')
      ? { isGood: true, text: 'Maya Rivera is in.' }
      : { isGood: false, text: 'This ticket is for another game.' }
  }
  return (
    <PartSection title="Code scanner" intro="Reads codes with the back camera, in every browser. A code counts once while it is in view.">
      <div className="grid max-w-md gap-5">
        <Button className="justify-self-start" onClick={() => setOpen(!isOpen)}>
          <ScanLine size={18} aria-hidden="true" /> {isOpen ? 'Close the scanner' : 'Open the scanner'}
        </Button>
        {isOpen && <QrScanner onCode={judge} typedLabel="Ticket code" typedHint="You find it below the QR code." />}
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
