import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { minAge } from '../../domain/legal/versions.ts'
import { pages } from '../../domain/pages.ts'
import { usePlatform } from '../app-state.ts'
import { Checkbox } from '../ui/checkbox.tsx'

type BoxProps = Omit<ComponentProps<typeof Checkbox>, 'label' | 'hint'>

/** What everyone confirms before they use an account. Both start unchecked. */
export function TermsCheckboxes({ isOldEnough, acceptsTerms }: { isOldEnough: BoxProps; acceptsTerms: BoxProps }) {
  const { name } = usePlatform()
  return (
    <div className="grid">
      <Checkbox label={`I am ${minAge} or older`} {...isOldEnough} />
      <Checkbox
        label="I accept the terms"
        hint={`Play fair, be kind, and show up when you say you will. Do not pretend to be someone else on ${name}.`}
        {...acceptsTerms}
      />
      <p className="pl-8.5 text-small text-soft">
        Read the <TermsLink page="terms">terms</TermsLink> and <TermsLink page="privacy">how we handle your data</TermsLink>.
      </p>
    </div>
  )
}

/** The page opens in a new tab, because the form would lose the typed password. */
export function TermsLink({ page, children }: { page: 'terms' | 'privacy'; children: string }) {
  return (
    <Link to={`/${pages[page].path}`} target="_blank" className="font-strong text-court underline underline-offset-3">
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </Link>
  )
}
