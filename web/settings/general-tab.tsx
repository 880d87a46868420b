import { DeleteAccountSection } from '../accounts/delete-account-section.tsx'
import { DevicesSection } from '../accounts/devices-section.tsx'
import { EmailSection } from '../accounts/email-section.tsx'
import { PasswordSection } from '../accounts/password-section.tsx'
import { ExportSection } from '../data-exports/export-section.tsx'

/** The person's own form, and what concerns their account. */
export default function GeneralTab() {
  return (
    <div>
      <EmailSection />
      <PasswordSection />
      <DevicesSection />
      <ExportSection />
      <DeleteAccountSection />
    </div>
  )
}
