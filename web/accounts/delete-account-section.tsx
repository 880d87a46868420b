import { lazy, Suspense, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Section } from '../ui/section.tsx'

const DeleteAccountDialog = lazy(() => import('./delete-account-dialog.tsx'))

export function DeleteAccountSection() {
  const [isOpen, setOpen] = useState(false)
  const [isWanted, setWanted] = useState(false)
  return (
    <Section title="Delete account" intro="Your profile, picture, settings and lists are erased for good. This cannot be taken back.">
      <Button
        className="justify-self-start text-bad!"
        aria-haspopup="dialog"
        onClick={() => {
          setWanted(true)
          setOpen(true)
        }}
      >
        Delete my account
      </Button>
      {isWanted && (
        <Suspense>
          <DeleteAccountDialog isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Section>
  )
}
