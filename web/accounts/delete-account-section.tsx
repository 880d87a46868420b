import { lazy, Suspense } from 'react'
import { Button } from '../ui/button.tsx'
import { Section } from '../ui/section.tsx'
import { useLazyOpen } from '../ui/use-lazy-open.ts'

const DeleteAccountDialog = lazy(() => import('./delete-account-dialog.tsx'))

export function DeleteAccountSection() {
  const { isOpen, wasOpened, open, close } = useLazyOpen()
  return (
    <Section title="Delete account" intro="This permanently deletes your profile, picture, settings and lists. It cannot be undone.">
      <Button className="justify-self-start text-bad!" aria-haspopup="dialog" onClick={open}>
        Delete my account
      </Button>
      {wasOpened && (
        <Suspense>
          <DeleteAccountDialog isOpen={isOpen} onClose={close} />
        </Suspense>
      )}
    </Section>
  )
}
