import { ledgerPath } from '../../domain/ledger/paths.ts'
import type { PaymentsOverview } from '../../domain/payments/contract.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Section } from '../ui/section.tsx'
import { useLazyOpen } from '../ui/use-lazy-open.ts'
import { AccountCard } from './account-card.tsx'
import { ConnectDialog } from './connect-dialog.tsx'
import { OpenDisputesList } from './open-disputes.tsx'

type PayoutsSectionProps = { overview: PaymentsOverview; isLinking: boolean }

/** The account to which the viewer's players pay, or a prompt to set one up. */
export function PayoutsSection({ overview, isLinking }: PayoutsSectionProps) {
  const dialog = useLazyOpen()
  return (
    <Section title="Organizer Payouts" intro="Players pay to your Stripe account, and Stripe pays you to your bank.">
      {overview.account ? (
        <AccountCard account={overview.account} />
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 rounded-card border border-line bg-card p-5">
          <div className="grid max-w-[44ch] min-w-0 gap-1">
            <p className="font-strong">Get paid for your games</p>
            <p className="text-small text-soft">It takes about ten minutes. Stripe asks for your name, your bank account and an ID.</p>
          </div>
          <Button aria-haspopup="dialog" isPending={isLinking} pendingLabel="Linking your Stripe account" onClick={dialog.open}>
            Start Stripe Setup
          </Button>
        </div>
      )}
      {/* Also without an account: the books of one that was unlinked are kept. */}
      <LinkButton size="small" to={ledgerPath()} className="justify-self-start">
        Your books
      </LinkButton>
      <OpenDisputesList />
      {dialog.wasOpened && <ConnectDialog overview={overview} isOpen={dialog.isOpen} onClose={dialog.close} />}
    </Section>
  )
}
