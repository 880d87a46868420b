import { useMutation } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { QrCode } from '../share/qr-code.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Select } from '../ui/select.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { makingInviteLink } from './queries.ts'

const dayOptions = [1, 7, 14, 30].map((days) => ({ value: String(days), label: days === 1 ? '1 day' : `${days} days` }))
const useOptions = [1, 10, 25, 100, 500].map((uses) => ({ value: String(uses), label: uses === 1 ? '1 person' : `${uses} people` }))

/** Makes a link with a QR code. It is shown only now, because we do not store its secret. */
export function InviteLinkPart({ team }: { team: { id: string; name: string } }) {
  const [days, setDays] = useState('7')
  const [maxUses, setMaxUses] = useState('25')
  const make = useMutation(makingInviteLink(team.id))
  const url = make.data ? `${location.origin}/team-invitation?token=${make.data.token}` : null
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text)
      showSnackbar('Link copied')
    } catch {
      showSnackbar('We could not copy the link. Please scan the code instead.', { duration: 5000, tone: 'alarm' })
    }
  }
  return (
    <section aria-labelledby="invite-link" className="grid gap-3 border-t border-line pt-5">
      <h3 id="invite-link" className="text-small font-strong">
        By a link
      </h3>
      <div className="grid grid-cols-2 gap-3">
        <Select label="Works for" options={dayOptions} value={days} onChange={setDays} />
        <Select label="For up to" options={useOptions} value={maxUses} onChange={setMaxUses} />
      </div>
      <Button isPending={make.isPending} onClick={() => make.mutate({ days: Number(days), maxUses: Number(maxUses) })}>
        {url ? 'Make a new link' : 'Make a link'}
      </Button>
      <p className="text-small text-soft">A new link replaces the one that you made before.</p>
      {make.error !== null && <ErrorNotice error={make.error} />}
      {url && (
        <div className="grid justify-items-center gap-3">
          <QrCode url={url} label={`QR code to join ${team.name}`} size={200} />
          <Button onClick={() => void copy(url)}>
            <Copy size={17} aria-hidden="true" /> Copy link
          </Button>
        </div>
      )}
    </section>
  )
}
