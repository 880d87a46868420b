import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'

/** The buttons of a step that asks for confirmation. */
export function StepEnd({ onBack, children }: { onBack: () => void; children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse gap-2.5 pt-1 sm:flex-row sm:justify-end">
      <Button onClick={onBack}>Back</Button>
      {children}
    </div>
  )
}
