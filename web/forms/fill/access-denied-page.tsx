import { useId, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { addReturnPath } from '../../../domain/access/rules.ts'
import { formPath } from '../../../domain/forms/paths.ts'
import { useConfig, useViewer } from '../../app-state.ts'
import { NotFoundPage } from '../../shell/not-found-page.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { pageFrame } from '../../ui/page-frame.tsx'
import { useProductPath } from '../use-product-path.ts'
import { type Denial, denials } from './access-denied.ts'

const isDenial = (text: string | null): text is Denial => denials.some((one) => one === text)

const titles: Record<Denial, string> = {
  signIn: 'Sign in to fill this form',
  members: 'This form is for members',
  people: 'This form is for people whom the organizers chose',
  code: 'This form needs a code',
}

/** Why somebody may not fill a form, and what they can do. */
export default function AccessDeniedPage() {
  const [address] = useSearchParams()
  const formId = address.get('form')
  const why = address.get('why')
  const query = address.get('query')
  if (!formId || !isDenial(why)) return <NotFoundPage />
  return (
    <div className={pageFrame('narrow', 'grid gap-4 pt-6 sm:pt-14')}>
      <h1 className="wrap-anywhere">{titles[why]}</h1>
      {why === 'code' ? (
        <CodeForm formId={formId} isWrong={address.get('wrong') === '1'} query={query ?? ''} />
      ) : (
        <NextStep path={formPath(formId) + (query ? `?${query}` : '')} why={why} />
      )}
    </div>
  )
}

type NextStepProps = { path: string; why: Exclude<Denial, 'code'> }

function NextStep({ path, why }: NextStepProps) {
  const { host } = useConfig()
  const toProduct = useProductPath()
  const isSignedIn = useViewer() !== null
  if (!isSignedIn) {
    return (
      <>
        <p className="text-soft">{signedOutWords[why]}</p>
        <p className="flex flex-wrap gap-2.5">
          <LinkButton variant="primary" to={addReturnPath('/login', path)}>
            Log in
          </LinkButton>
          {/* The domain of a community leads to our login, which has a link to sign up. */}
          {host === 'product' && <LinkButton to={addReturnPath('/sign-up', path)}>Sign up</LinkButton>}
        </p>
      </>
    )
  }
  return (
    <>
      <p className="text-soft">{signedInWords[why]}</p>
      <p className="flex flex-wrap gap-2.5">
        {why === 'members' && (
          <LinkButton variant="primary" to={toProduct('/teams-v3')}>
            Find the community
          </LinkButton>
        )}
        {why === 'people' && (
          <LinkButton variant="primary" to={toProduct('/settings?tab=general')}>
            Change my email
          </LinkButton>
        )}
        <LinkButton to={path}>Try again</LinkButton>
      </p>
    </>
  )
}

const signedOutWords: Record<NextStepProps['why'], string> = {
  signIn: 'You come back to the form right after that.',
  members: 'If you are a member of the community, log in. You come back to the form right after that.',
  people: 'Log in with the email address that the organizers know. You come back to the form right after that.',
}

const signedInWords: Record<NextStepProps['why'], string> = {
  signIn: 'You are signed in now.',
  members: 'Ask to join the community. When an organizer has accepted you, open the link to the form again.',
  people:
    'The organizers have another email address of you. Log in with the account of that address, change the email of this account, or ask the organizers to add yours.',
}

function CodeForm({ formId, isWrong, query }: { formId: string; isWrong: boolean; query: string }) {
  const navigate = useNavigate()
  const id = useId()
  const [code, setCode] = useState('')
  const [error, setError] = useState(isWrong ? 'This code does not open the form.' : undefined)
  return (
    <form
      noValidate
      aria-labelledby={id}
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (code.trim() === '') return setError('Enter the code.')
        const address = new URLSearchParams(query)
        address.set('code', code.trim())
        void navigate(`${formPath(formId)}?${address}`)
      }}
    >
      <p id={id} className="text-soft">
        The organizers have it.
      </p>
      <TextField
        label="Code"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={code}
        error={error}
        onChange={({ target }) => {
          setCode(target.value)
          setError(undefined)
        }}
      />
      <Button type="submit" variant="primary" className="justify-self-start">
        Open the form
      </Button>
    </form>
  )
}
