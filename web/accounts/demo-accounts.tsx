import type { SignIn } from '../../domain/accounts/contract.ts'
import { useConfig } from '../app-state.ts'
import { buttonClasses } from '../ui/button.tsx'

/** Buttons that sign in as a person of the demo data. The list is empty where real people sign in. */
export function DemoAccounts({ onPick }: { onPick: (account: SignIn) => void }) {
  const { demoAccounts } = useConfig()
  if (demoAccounts.length === 0) return null
  return (
    <section aria-labelledby="demo-accounts" className="grid gap-3 border-t border-line pt-5">
      <h2 id="demo-accounts" className="text-small font-strong tracking-normal">
        Try the demo as
      </h2>
      <div className="flex flex-wrap gap-2">
        {demoAccounts.map(({ who, email, password }) => (
          <button
            key={email}
            type="button"
            title={email}
            onClick={() => onPick({ email, password })}
            className={buttonClasses('plain', 'small', 'font-medium')}
          >
            {who}
          </button>
        ))}
      </div>
    </section>
  )
}
