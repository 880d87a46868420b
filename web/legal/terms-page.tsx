import { getTerms } from '../../domain/legal/texts.ts'
import { termsVersion } from '../../domain/legal/versions.ts'
import { pages } from '../../domain/pages.ts'
import { usePlatform } from '../app-state.ts'
import { LegalPage } from './legal-page.tsx'

export default function TermsPage() {
  const { name } = usePlatform()
  return <LegalPage title={pages.terms.title} date={termsVersion} text={getTerms(name)} />
}
