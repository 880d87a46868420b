import { DeleteAccountSection } from '../accounts/delete-account-section.tsx'
import { DevicesSection } from '../accounts/devices-section.tsx'
import { EmailSection } from '../accounts/email-section.tsx'
import { GoogleSection } from '../accounts/google-section.tsx'
import { PasswordSection } from '../accounts/password-section.tsx'
import { ExportSection } from '../data-exports/export-section.tsx'
import { GeneralForm } from './general-form.tsx'

/** The user's profile form and their account settings. */
export default function GeneralTab() {
  return (
    <div className="grid gap-12">
      <GeneralForm />
      <div>
        <EmailSection />
        <PasswordSection />
        <GoogleSection />
        <DevicesSection />
        <ExportSection />
        <DeleteAccountSection />
      </div>
    </div>
  )
}
