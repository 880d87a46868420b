import { getPrivacy } from '../../domain/legal/texts.ts'
import { termsVersion } from '../../domain/legal/versions.ts'
import { pages } from '../../domain/pages.ts'
import { usePlatform } from '../app-state.ts'
import { LegalPage } from './legal-page.tsx'

export default function PrivacyPage() {
  const { name } = usePlatform()
  return <LegalPage title={pages.privacy.title} date={termsVersion} text={getPrivacy(name)} />
}
