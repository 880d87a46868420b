import { getContact } from '../../domain/legal/texts.ts'
import { pages } from '../../domain/pages.ts'
import { useConfig, usePlatform } from '../app-state.ts'
import { LegalPage } from './legal-page.tsx'

export default function ContactPage() {
  const { name } = usePlatform()
  const { contactEmail } = useConfig()
  return (
    <LegalPage title={pages.contact.title} text={getContact(name)}>
      {contactEmail !== null && (
        <section className="grid gap-2.5">
          <h2>Email</h2>
          <p>
            Write to{' '}
            <a href={`mailto:${contactEmail}`} className="font-medium text-court underline underline-offset-3">
              {contactEmail}
            </a>
            .
          </p>
        </section>
      )}
    </LegalPage>
  )
}
