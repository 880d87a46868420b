import { useState } from 'react'
import { ShownError } from '../../../domain/shown-error.ts'
import { AvatarStack } from '../avatar.tsx'
import { Button } from '../button.tsx'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { Dialog } from '../dialog.tsx'
import { Drawer } from '../drawer.tsx'
import { TextField } from '../field.tsx'
import { Select } from '../select.tsx'
import { type SnackbarOptions, showSnackbar } from '../show-snackbar.ts'
import { PartRow, PartSection } from './part-section.tsx'
import { people } from './sample-people.ts'

type Open = 'dialog' | 'wide' | 'confirm' | 'delete' | 'drawer' | null

const countries = [
  { value: 'US', label: 'United States' },
  { value: 'CA', label: 'Canada' },
  { value: 'GB', label: 'United Kingdom' },
] as const

const refuse = async () => {
  await new Promise((resolve) => setTimeout(resolve, 700))
  throw new ShownError({ code: 'Conflict', userMessage: 'You still own Sunset Smashers. Hand it over first.' })
}

const messages: readonly [string, string, SnackbarOptions][] = [
  ['Short', 'Saved', {}],
  ['Brief', 'Link copied', { duration: 3000 }],
  [
    'With an action',
    'You left Saturday sunrise open play',
    { duration: 5000, action: { label: 'Undo', onPress: () => showSnackbar('You are back in') } },
  ],
  ['Until dismissed', 'You are offline. You can still see the pages you opened before.', { duration: 'persistent' }],
  ['Alarm', 'Your message could not be sent', { duration: 5000, tone: 'alarm', action: { label: 'Retry', onPress: () => undefined } }],
]

export function OverlayParts() {
  const [open, setOpen] = useState<Open>(null)
  const [country, setCountry] = useState<(typeof countries)[number]['value'] | null>('US')
  const close = () => setOpen(null)
  return (
    <PartSection title="Dialogs and snackbars" intro="Dialogs have a fixed size on a desktop, and are sheets on a phone.">
      <PartRow>
        <Button onClick={() => setOpen('dialog')}>Dialog</Button>
        <Button onClick={() => setOpen('wide')}>Wide, long dialog</Button>
        <Button onClick={() => setOpen('confirm')}>Confirm</Button>
        <Button onClick={() => setOpen('delete')}>Confirm by typing</Button>
        <Button onClick={() => setOpen('drawer')}>Drawer</Button>
      </PartRow>
      <PartRow name="Snackbars">
        {messages.map(([name, text, options]) => (
          <Button key={name} size="small" onClick={() => showSnackbar(text, options)}>
            {name}
          </Button>
        ))}
      </PartRow>

      <Dialog
        title="Connect to a payment provider"
        isOpen={open === 'dialog'}
        onClose={close}
        width={550}
        height={500}
        footer={
          <>
            <Button onClick={close}>Link existing account</Button>
            <Button variant="primary" onClick={close}>
              Create account
            </Button>
          </>
        }
      >
        <div className="grid gap-5">
          <p className="text-soft">People pay you directly. We never hold your money.</p>
          <Select label="Home country" options={countries} value={country} onChange={setCountry} />
          <TextField label="Name on receipts" defaultValue="Sunset Smashers" />
        </div>
      </Dialog>
      <Dialog title="House rules" isOpen={open === 'wide'} onClose={close} width={800}>
        <ol className="grid gap-3">
          {Array.from(
            { length: 16 },
            (_, index) => `${index + 1}. Winners stay for two games, then everyone rotates one court to the right.`,
          ).map((rule) => (
            <li key={rule} className="border-b border-line pb-3">
              {rule}
            </li>
          ))}
        </ol>
      </Dialog>
      <ConfirmDialog title="Leave this game?" confirmLabel="Leave" isOpen={open === 'confirm'} onClose={close} onConfirm={() => undefined}>
        Your seat goes to the first person waiting.
      </ConfirmDialog>
      <ConfirmDialog
        title="Delete your account?"
        confirmLabel="Delete"
        isDangerous
        typeToConfirm="DELETE"
        width={400}
        isOpen={open === 'delete'}
        onClose={close}
        onConfirm={refuse}
      >
        Your games, messages and communities will be deleted too. This cannot be undone.
      </ConfirmDialog>
      <Drawer title="Maya Ruiz" isOpen={open === 'drawer'} onClose={close} footer={<Button className="w-full">Log out</Button>}>
        <nav aria-label="Your pages" className="grid">
          {['Your games', 'Your communities', 'Messages', 'Hosts you follow', 'Settings'].map((name) => (
            <button
              key={name}
              type="button"
              onClick={close}
              className="min-h-12 border-b border-line text-left font-medium hover:text-court"
            >
              {name}
            </button>
          ))}
        </nav>
        <p className="mt-6 mb-2 text-small text-soft">Online now</p>
        <AvatarStack faces={[...people.slice(0, 5)]} />
      </Drawer>
    </PartSection>
  )
}
