import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { LinkAccount, PaymentsOverview } from '../../domain/payments/contract.ts'
import { type CountryCode, countries, defaultCountry } from '../../domain/payments/countries.ts'
import { useConfig } from '../app-state.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { readError } from '../ui/read-error.ts'
import { Select } from '../ui/select.tsx'
import { linkingAccount } from './account-queries.ts'
import { KeyNotSet } from './key-not-set.tsx'
import { leaveForStripe } from './leave-for-stripe.ts'

const options = countries.map(({ code, name }) => ({ value: code, label: name }))

type ConnectDialogProps = { overview: PaymentsOverview; isOpen: boolean; onClose: () => void }

/** Where a host creates a Stripe account, or links the one they have. */
export function ConnectDialog({ overview, isOpen, onClose }: ConnectDialogProps) {
  return (
    <Dialog title="Get paid with Stripe" isOpen={isOpen} onClose={onClose} width={550} height={500}>
      <ConnectBody overview={overview} />
    </Dialog>
  )
}

function ConnectBody({ overview: { publishableKey, environment } }: { overview: PaymentsOverview }) {
  const { platform } = useConfig()
  const [country, setCountry] = useState<CountryCode>(defaultCountry)
  const [isKeyMissing, setKeyMissing] = useState(false)
  const link = useMutation({ ...linkingAccount, onSuccess: ({ url }) => leaveForStripe(url) })
  const start = (type: LinkAccount['type']) => {
    if (publishableKey === null) return setKeyMissing(true)
    link.mutate({ type, country, platform, environment })
  }
  const isPending = (type: LinkAccount['type']) => link.isPending && link.variables.type === type
  return (
    <div className="grid gap-5">
      <p className="text-soft">
        Stripe handles cards, payouts and refunds. You continue on its pages, and come back here. We never see your bank details.
      </p>
      <Select
        label="Home country"
        hint="Where you live, or where your business is. It cannot be changed later."
        options={options}
        value={country}
        onChange={setCountry}
      />
      {isKeyMissing && <KeyNotSet />}
      {link.error && <ErrorNotice title="Something went wrong linking Stripe account" message={readError(link.error).message} />}
      <div className="grid gap-2.5">
        <Button
          variant="primary"
          disabled={isPending('LINK')}
          isPending={isPending('NEW')}
          pendingLabel="Opening Stripe"
          onClick={() => start('NEW')}
        >
          Create Stripe Account
        </Button>
        <Button disabled={isPending('NEW')} isPending={isPending('LINK')} pendingLabel="Opening Stripe" onClick={() => start('LINK')}>
          Link Existing Stripe Account
        </Button>
      </div>
    </div>
  )
}
