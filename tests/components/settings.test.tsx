import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { GiveFeedback } from '../../domain/feedback/contract.ts'
import type { OwnProfile, SaveProfile } from '../../domain/profiles/contract.ts'
import { accountAnswers } from './account-examples.ts'
import { austin, boise } from './city-examples.ts'
import { ownProfile } from './people-examples.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessible, expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { expectNoHorizontalScroll } from './setup/expect-no-horizontal-scroll.ts'
import { openApp, someone } from './setup/open-app.tsx'

let profile: OwnProfile

beforeEach(() => {
  profile = ownProfile
  answerWith({ ...accountAnswers, 'GET /api/profiles/me': () => profile, 'GET /api/cities': { cities: [austin] } })
})

const field = (name: string) => page.getByLabelText(name, { exact: true })
/** Its label also contains "Optional". */
const bio = page.getByLabelText('Bio')
const city = page.getByRole('combobox', { name: 'City' })

async function pickAustin() {
  await city.fill('austin')
  await expect.element(page.getByRole('option', { name: 'Austin Texas' }).first()).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{Enter}')
}

describe('the general form', () => {
  const general = '/settings?tab=general'
  const save = page.getByRole('button', { name: 'Save Changes' })
  const open = async () => {
    const app = await openApp(general, { viewer: someone })
    await expect.element(field('Display name')).toHaveValue(someone.name)
    return app
  }
  const saveElsewhere = (change: Partial<OwnProfile>) => {
    profile = { ...profile, ...change, version: profile.version + 1 }
  }

  beforeEach(() =>
    answerWith({
      'PUT /api/profiles/me': ({ body }: { body: unknown }) => {
        const { version, cityId: _, ...fields } = body as SaveProfile
        if (version !== profile.version)
          return refuse('ProfileVersionConflict', 'You changed your profile in another tab or on another device.')
        profile = { ...profile, ...fields, version: version + 1 }
        return profile
      },
    }),
  )

  it.each([general, '/settings'])('fills the width of a desktop beside the picture, and one column of a phone, at %s', async (address) => {
    await page.viewport(1440, 900)
    await openApp(address, { viewer: someone })
    const form = page.getByRole('form', { name: 'Settings' })
    const picture = page.getByRole('button', { name: 'Change picture' })
    const boxOf = (part: typeof form) => part.element().getBoundingClientRect()
    await expect.element(form).toBeVisible()
    const title = boxOf(page.getByRole('heading', { level: 1, name: 'Settings' }))
    expect(boxOf(picture).right).toBeLessThan(boxOf(form).left)
    expect(boxOf(picture).top).toBeLessThan(boxOf(field('Full name')).top)
    // The page is 1064 px wide. Lines of more than 640 px are hard to fill.
    expect(title.left + 1064 - boxOf(form).right).toBeLessThan(110)
    await page.viewport(390, 844)
    await expect.poll(() => boxOf(picture).bottom).toBeLessThan(boxOf(form).top)
    await expect.poll(() => boxOf(form).width).toBeGreaterThan(340)
    await expectNoHorizontalScroll()
  })

  it('can be saved after a change, and the bars show the new name', async () => {
    const app = await open()
    await expect.element(save).toBeDisabled()
    await bio.fill('Evenings at Northside.')
    await field('Display name').fill('Robin Vale')
    await save.click()
    await expect.element(page.getByText('Successfully updated your profile')).toBeVisible()
    await expect.element(save).toBeDisabled()
    await expect.element(page.getByRole('button', { name: 'Your account' })).toHaveTextContent('RV')
    expect(requestsTo('PUT /api/profiles/me').map(({ body }) => body)).toEqual([
      {
        displayName: 'Robin Vale',
        fullName: 'Person Ann Abel',
        cityId: austin.id,
        gender: null,
        pronoun: 'They/Them',
        joinReason: 'Find-people',
        bio: 'Evenings at Northside.',
        version: 1,
      },
    ])
    await app.reload()
    await expect.element(bio).toHaveValue('Evenings at Northside.')
    await expect.element(page.getByText('We saved your draft from last time.')).not.toBeInTheDocument()
  })

  it('can empty every optional field again', async () => {
    profile = { ...profile, gender: 'Female', joinReason: 'Find-people', bio: 'Evenings.' }
    const app = await open()
    for (const label of [/Gender/, /What brings you here/]) {
      await page.getByRole('button', { name: label }).click()
      await page.getByRole('option', { name: 'No answer' }).click()
      await expect.element(page.getByRole('button', { name: label })).toHaveTextContent('Choose one')
    }
    await bio.fill('')
    await save.click()
    await expect.element(page.getByText('Successfully updated your profile')).toBeVisible()
    expect(requestsTo('PUT /api/profiles/me').at(-1)?.body).toMatchObject({ gender: null, joinReason: null, bio: '' })
    await app.reload()
    await expect.element(page.getByRole('button', { name: /Gender/ })).toHaveTextContent('Choose one')
  })

  it('refuses values that the server would refuse, and an empty city', async () => {
    await open()
    await field('Display name').fill('x'.repeat(26))
    await expect.element(page.getByText('1 too many')).toBeVisible()
    await field('Full name').click()
    await expect.element(page.getByText('A display name can have up to 25 characters.')).toBeVisible()
    await expect.element(save).toBeDisabled()
    await expectAccessible()
    await field('Display name').fill('Omar Haddad')
    await city.fill('Aus')
    await userEvent.keyboard('{Tab}')
    await expect.element(save).toBeDisabled()
    await expect.element(page.getByText('Still needed: city.')).toBeVisible()
  })

  describe('in the second of two tabs', () => {
    const choices = page.getByRole('group', { name: 'This was changed elsewhere while you edited it' })
    const side = (part: string, name: RegExp) => choices.getByRole('group', { name: part }).getByRole('radio', { name })
    const saved = page.getByText('Successfully updated your profile')

    it('saves the fields of both tabs if they are different ones, and names what came from the other tab', async () => {
      await open()
      saveElsewhere({ fullName: 'Ann B. Abel', defaultCity: boise })
      await bio.fill('Second tab.')
      await save.click()
      await expect.element(saved).toBeVisible()
      await expect.element(page.getByText('We also kept what was changed elsewhere: Full name and City.')).toBeVisible()
      await expect.element(choices).not.toBeInTheDocument()
      expect(profile).toMatchObject({ bio: 'Second tab.', fullName: 'Ann B. Abel', version: 3 })
      expect(requestsTo('PUT /api/profiles/me').map(({ body }) => (body as SaveProfile).cityId)).toEqual([austin.id, boise.id])
      await expect.element(field('Full name')).toHaveValue('Ann B. Abel')
      await expect.element(city).toHaveValue('Boise, ID')
      await expect.element(save).toBeDisabled()
    })

    it.each([
      ['Yours', 'Second tab.'],
      ['Saved elsewhere', 'First tab.'],
    ])('shows a field that both changed side by side, and saves what the user chooses: %s', async (choice, chosen) => {
      const app = await open()
      saveElsewhere({ bio: 'First tab.', fullName: 'Ann B. Abel' })
      await bio.fill('Second tab.')
      await field('Display name').fill('Robin Vale')
      await save.click()
      await expect.element(choices).toHaveFocus()
      await expect.element(side('Bio', /Yours\s*Second tab\./)).toBeChecked()
      await expect.element(side('Bio', /Saved elsewhere\s*First tab\./)).not.toBeChecked()
      await expect.element(choices).toHaveTextContent('We also kept what was changed elsewhere: Full name.')
      await expect.element(choices.getByRole('radio')).toHaveLength(2)
      await expectAccessibleInBothThemes()
      expect(profile).toMatchObject({ bio: 'First tab.', version: 2 })

      // The question is still there after a reload, and the first press on "Save" leads to it.
      await app.reload()
      await expect.element(side('Bio', /Yours\s*Second tab\./)).toBeChecked()
      await save.click()
      await expect.element(choices).toHaveFocus()
      expect(profile.version).toBe(2)

      if (choice !== 'Yours') await side('Bio', new RegExp(choice)).click()
      await expect.element(bio).toHaveValue(chosen)
      await save.click()
      await expect.element(saved).toBeVisible()
      await expect.element(choices).not.toBeInTheDocument()
      expect(profile).toMatchObject({ bio: chosen, fullName: 'Ann B. Abel', displayName: 'Robin Vale', version: 3 })
    })

    it('keeps what the user typed while they look at both values, and a third change is merged again', async () => {
      await open()
      saveElsewhere({ bio: 'First tab.', defaultCity: boise })
      await bio.fill('Second tab.')
      await save.click()
      await side('Bio', /Saved elsewhere/).click()
      await expect.element(bio).toHaveValue('First tab.')
      await side('Bio', /Yours/).click()
      await expect.element(bio).toHaveValue('Second tab.')
      await bio.fill('Second tab, longer.')
      await expect.element(side('Bio', /Yours\s*Second tab, longer\./)).toBeChecked()
      saveElsewhere({ bio: 'Third tab.', fullName: 'Ann B. Abel' })
      await save.click()
      await expect.element(side('Bio', /Saved elsewhere\s*Third tab\./)).not.toBeChecked()
      await save.click()
      await expect.element(saved).toBeVisible()
      expect(profile).toMatchObject({ bio: 'Second tab, longer.', fullName: 'Ann B. Abel', version: 4 })
    })

    it('saves nothing if the user takes over every saved value', async () => {
      const app = await open()
      saveElsewhere({ bio: 'First tab.' })
      await bio.fill('Second tab.')
      await save.click()
      await side('Bio', /Saved elsewhere/).click()
      await expect.element(bio).toHaveValue('First tab.')
      await expect.element(save).toBeDisabled()
      await app.reload()
      await expect.element(bio).toHaveValue('First tab.')
      await expect.element(page.getByText('We saved your draft from last time.')).not.toBeInTheDocument()
    })

    it('merges a draft with the profile that was saved since', async () => {
      const app = await open()
      await bio.fill('Begun first')
      saveElsewhere({ fullName: 'Ann B. Abel' })
      await bio.fill('Begun first, and on')
      await app.reload()
      await expect.element(bio).toHaveValue('Begun first, and on')
      await save.click()
      await expect.element(saved).toBeVisible()
      expect(profile).toMatchObject({ bio: 'Begun first, and on', fullName: 'Ann B. Abel', version: 3 })
    })

    it('shows why the saved profile could not be loaded, and keeps what the user typed', async () => {
      await open()
      saveElsewhere({ fullName: 'Ann B. Abel' })
      await bio.fill('Second tab.')
      answerWith({ 'GET /api/profiles/me': refuse('Unavailable', 'This is not available right now.') })
      await save.click()
      await expect.element(page.getByText('This is not available right now.')).toBeVisible()
      await expect.element(bio).toHaveValue('Second tab.')
      answerWith({ 'GET /api/profiles/me': () => profile })
      await save.click()
      await expect.element(saved).toBeVisible()
      expect(profile).toMatchObject({ bio: 'Second tab.', fullName: 'Ann B. Abel' })
    })
  })

  it('is shown without tabs if the address names no tab', async () => {
    const app = await openApp('/settings', { viewer: someone })
    await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
    await expect.element(field('Display name')).toHaveValue(someone.name)
    await expect.element(page.getByRole('tab')).not.toBeInTheDocument()
    await expect.element(page.getByRole('heading', { level: 2 })).not.toBeInTheDocument()
    await page.getByRole('link', { name: 'All settings' }).click()
    await expect.poll(app.address).toBe(general)
    await expect.element(page.getByRole('tab', { name: 'General' })).toHaveAttribute('aria-selected', 'true')
  })
})

describe('setting up an account', () => {
  const setUp = page.getByRole('button', { name: 'Setup Account' })
  const newcomer = { ...someone, profileComplete: false }

  beforeEach(() => {
    profile = {
      ...ownProfile,
      hasAdditionalInfo: false,
      displayName: null,
      fullName: null,
      defaultCity: null,
      sportAvailability: [],
      version: 0,
    }
  })

  it('shows what is still needed, keeps the typed values, and sends them together', async () => {
    answerWith({ 'POST /api/profiles/me': refuse('Unexpected', 'Something went wrong on our side.') })
    const app = await openApp('/user-onboarding', { viewer: newcomer })
    await expect.element(page.getByRole('heading', { level: 1, name: 'More Information' })).toBeVisible()
    await expect.element(setUp).toBeDisabled()
    await expect.element(page.getByRole('checkbox', { name: 'I accept the terms' })).not.toBeInTheDocument()
    await expect.element(page.getByText('Still needed: display name, full name, city, and an activity.')).toBeVisible()
    await expect.element(field('Email')).toBeDisabled()
    await expect.element(field('Email')).toHaveValue(ownProfile.email)

    await field('Display name').fill('   ')
    await field('Full name').fill('Robin Onboards')
    await expect.element(page.getByText('Enter a display name.')).toBeVisible()
    await field('Display name').fill('Robin')
    await expect.element(page.getByText('Your full name stays private.')).toBeVisible()
    await pickAustin()
    await app.reload()
    await expect.element(field('Display name')).toHaveValue('Robin')
    await expect.element(city).toHaveValue('Austin, TX')
    await expect.element(setUp).toBeDisabled()
    await page.getByRole('button', { name: 'Tennis', exact: true }).click()
    await page.getByRole('switch', { name: 'Online status' }).click()
    await expectAccessibleInBothThemes()
    await setUp.click()
    // An error does not lose the values.
    await expect.element(page.getByText('Something went wrong on our side.')).toBeVisible()
    await expect.element(field('Display name')).toHaveValue('Robin')
    expect(requestsTo('POST /api/profiles/me').map(({ body }) => body)).toEqual([
      {
        displayName: 'Robin',
        fullName: 'Robin Onboards',
        cityId: austin.id,
        gender: null,
        pronoun: 'They/Them',
        joinReason: 'Find-people',
        bio: '',
        activities: [{ activity: 'tennis', level: null, isOn: true }],
        privacy: {
          messagesFromAnyone: true,
          publicBadges: true,
          publicOnlineStatus: false,
          publicUpcomingGames: true,
          publicHours: true,
          publicLinkPreview: false,
        },
      },
    ])
  })

  it('asks people who signed in with Google for their age and the terms, and does not keep the answers', async () => {
    profile = { ...profile, displayName: 'Robin', fullName: 'Robin Onboards', defaultCity: austin, hasAcceptedTerms: false }
    answerWith({ 'POST /api/profiles/me': refuse('Unexpected', 'Something went wrong on our side.') })
    const app = await openApp('/user-onboarding', { viewer: newcomer })
    const age = page.getByRole('checkbox', { name: 'I am 13 or older' })
    const terms = page.getByRole('checkbox', { name: 'I accept the terms' })
    await page.getByRole('button', { name: 'Tennis', exact: true }).click()
    await expect.element(page.getByText('Still needed: your age and the terms.')).toBeVisible()
    await expect.element(page.getByRole('main').getByRole('link', { name: /^terms/ })).toHaveAttribute('href', '/terms')
    await expect.element(page.getByRole('main').getByRole('link', { name: /your data/ })).toHaveAttribute('href', '/privacy')
    await expect.element(setUp).toBeDisabled()
    await age.click()
    await expect.element(page.getByText('Still needed: the terms.')).toBeVisible()
    await terms.click()
    await expect.element(setUp).toBeEnabled()
    await app.reload()
    await expect.element(age).not.toBeChecked()
    await expect.element(terms).not.toBeChecked()
    await age.click()
    await terms.click()
    await expectAccessibleInBothThemes()
    await setUp.click()
    await expect.element(page.getByText('Something went wrong on our side.')).toBeVisible()
    expect(requestsTo('POST /api/profiles/me')[0]?.body).toMatchObject({ displayName: 'Robin', isOldEnough: true, acceptsTerms: true })
  })

  it('is not required again after it is done', async () => {
    profile = ownProfile
    const app = await openApp('/user-onboarding', { viewer: someone })
    await expect.element(page.getByRole('tab', { name: 'General' })).toHaveAttribute('aria-selected', 'true')
    expect(app.address()).toBe('/settings?tab=general')
  })
})

describe('feedback', () => {
  const send = page.getByRole('button', { name: 'Send feedback' })

  it('requires a rating, and shows a thank-you message', async () => {
    answerWith({ 'POST /api/feedback': null })
    await openApp('/feedback', { viewer: someone })
    await send.click()
    await expect.element(page.getByText('Choose a rating.')).toBeVisible()
    await page.getByText('Great', { exact: true }).click()
    await page.getByLabelText('Your message').fill('More courts, please.')
    await expectAccessible()
    await send.click()
    await expect.element(page.getByRole('heading', { level: 1, name: 'Thank you' })).toBeVisible()
    const sent: GiveFeedback = { rating: 5, text: 'More courts, please.' }
    expect(requestsTo('POST /api/feedback').map(({ body }) => body)).toEqual([sent])
  })
})
