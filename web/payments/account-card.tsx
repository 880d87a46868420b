import { useMutation, useQuery } from '@tanstack/react-query'
import type { PayoutAccount } from '../../domain/payments/contract.ts'
import { countries } from '../../domain/payments/countries.ts'
import { describeRequirements } from '../../domain/payments/requirements.ts'
import { minute } from '../../domain/time/spans.ts'
import { Button } from '../ui/button.tsx'
import { showFailure } from '../ui/show-failure.ts'
import { Status } from '../ui/status.tsx'
import { useLazyOpen } from '../ui/use-lazy-open.ts'
import { useNow } from '../ui/use-now.ts'
import { payoutAccount, startingVerification } from './account-queries.ts'
import { DashboardButton } from './dashboard-button.tsx'
import { leaveForStripe } from './leave-for-stripe.ts'
import { writeDay } from './plan-holder.ts'
import { UnlinkDialog } from './unlink-dialog.tsx'

/** The connected account: whether it can take payments, and what Stripe still asks for. */
export function AccountCard({ account: known }: { account: PayoutAccount }) {
  // The overview has the account as we stored it. Stripe may know more, for example just after a verification.
  const { data: account = known } = useQuery(payoutAccount(known.stripeId))
  const dialog = useLazyOpen()
  const isActive = account.stripeChargesEnabled && account.stripeDetailsSubmitted
  const holdsPayouts = isActive && !account.stripePayoutsEnabled
  const country = countries.find(({ code }) => code === account.country)?.name ?? account.country
  return (
    <div className="rounded-card border border-line bg-card">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 px-5 pt-4.5 pb-4">
        <div className="min-w-0">
          <p className="font-strong">Stripe account</p>
          <p className="text-small text-soft">
            {country} · {account.currency.toUpperCase()}
          </p>
          <p className="text-tiny text-soft break-all select-all">{account.stripeId}</p>
        </div>
        {isActive ? (
          <Status tone="good" className="text-good">
            Active
          </Status>
        ) : (
          <Status tone="warn" className="text-warn">
            Incomplete
          </Status>
        )}
      </div>
      {(!isActive || holdsPayouts || account.requirements.currently_due.length > 0) && (
        <WhatIsMissing account={account} isActive={isActive} holdsPayouts={holdsPayouts} />
      )}
      <div className="flex flex-wrap border-t border-line px-2.5 py-1.5">
        {account.stripeDetailsSubmitted && <DashboardButton>Open Stripe</DashboardButton>}
        <Button variant="quiet" size="small" aria-haspopup="dialog" onClick={dialog.open}>
          Unlink Stripe
        </Button>
      </div>
      {dialog.wasOpened && <UnlinkDialog isOpen={dialog.isOpen} onClose={dialog.close} />}
    </div>
  )
}

type WhatIsMissingProps = { account: PayoutAccount; isActive: boolean; holdsPayouts: boolean }

function WhatIsMissing({ account: { requirements, deadline }, isActive, holdsPayouts }: WhatIsMissingProps) {
  const now = useNow(minute)
  const verify = useMutation({ ...startingVerification, onSuccess: ({ url }) => leaveForStripe(url), onError: showFailure })
  const missing = describeRequirements(requirements.currently_due)
  return (
    <div className="grid gap-3.5 border-t border-line bg-warn/8 px-5 py-4.5">
      {holdsPayouts && (
        <div className="grid gap-1.5">
          <p className="font-strong">Stripe holds your payouts</p>
          <p>People can pay you, but Stripe does not send the money to your bank.</p>
        </div>
      )}
      {missing.length > 0 ? (
        <div className="grid gap-1.5">
          <p className="font-strong">
            {deadline === null ? 'Stripe still needs:' : `Stripe needs this by ${writeDay(deadline, now)}, or paid joining stops:`}
          </p>
          <ul className="list-disc pl-5 marker:text-warn">
            {missing.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      ) : isActive ? (
        <p>Stripe does not tell us why. Check your bank account there.</p>
      ) : (
        <p>Your Stripe setup is incomplete. Please complete the verification process to enable payments.</p>
      )}
      <div>
        <Button variant="primary" isPending={verify.isPending} pendingLabel="Opening Stripe" onClick={() => verify.mutate()}>
          Complete Verification
        </Button>
      </div>
    </div>
  )
}
