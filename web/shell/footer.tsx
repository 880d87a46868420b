import { Link } from 'react-router'
import { type PageName, pages } from '../../domain/pages.ts'

const links: readonly (readonly [PageName, string])[] = [
  ['citySearch', 'Cities'],
  ['newEvent', 'Host a game'],
  ['organizerPricing', 'Plans'],
  ['pricingMemberPlus', 'Member Plus'],
  ['terms', 'Terms'],
  ['privacy', 'Privacy'],
  ['contact', 'Contact'],
  ['faqs', 'Help'],
]

/** At the end of a page. On phones it stays above the tab bar. */
export default function Footer() {
  return (
    <footer className="pb-28 sm:pb-6 print:hidden">
      <nav aria-label="About this site" className="flex flex-wrap justify-center gap-x-5 px-4.5 text-small text-soft">
        {links.map(([page, label]) => (
          <Link key={page} to={`/${pages[page].path}`} className="inline-flex min-h-11 items-center underline-offset-3 hover:underline">
            {label}
          </Link>
        ))}
      </nav>
    </footer>
  )
}
