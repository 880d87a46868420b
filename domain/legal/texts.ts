import { minAge } from './versions.ts'

// Numbers from contracts are written out, because importing a contract would load the code of a form; a test checks them.

/** `paragraphs` are plain text with links written as [text](/path), like the answers of the FAQs. */
export type LegalSection = { title: string; paragraphs: readonly string[] }
export type LegalText = { intro: string; sections: readonly LegalSection[] }

export const getTerms = (product: string): LegalText => ({
  intro: `These are the rules for everyone who uses ${product}. You accept them when you create an account.`,
  sections: [
    {
      title: 'Who can have an account',
      paragraphs: [
        `You must be ${minAge} or older. Use your own name or the name people know you by, and do not pretend to be someone else.`,
        'Keep your password to yourself. If you think that someone else uses your account, set a new password, which signs out every device.',
      ],
    },
    {
      title: 'Play fair',
      paragraphs: [
        'Be kind, and show up when you say you will. If you cannot come, leave the game in time, so that someone else gets your seat.',
        'Do not harass people, spam them, post what is illegal, or try to break into the service or read what is not meant for you.',
      ],
    },
    {
      title: 'Games and places',
      paragraphs: [
        `Games and communities are run by other people, and anyone can add a place. ${product} does not run games, own places, or check the people who play. Hosts decide who joins their games.`,
        'You decide for yourself whether a game is right for you, and you play at your own risk. Places have their own rules, hours and fees.',
      ],
    },
    {
      title: 'Money',
      paragraphs: [
        `You can use ${product} for free. Plans for communities and Member Plus are paid by card, in advance, until you cancel them. Stripe takes the payments, and we never see your card. A plan that you cancel stays until the end of the time that you paid for.`,
        'What you pay for a game, a membership, dues or a form goes to its host, through Stripe. Before you pay, you see the price with all fees, and until when you get your money back if you cannot come. If a game is called off, each payment by card goes back by itself. Ask the host about anything else that you paid, such as cash.',
      ],
    },
    {
      title: 'What you write and upload',
      paragraphs: [
        'It stays yours. You allow us to store it and to show it to the people whom your settings and the game allow to see it. Only upload pictures that you may share.',
      ],
    },
    {
      title: 'Blocks and reports',
      paragraphs: [
        'You can block people, and report people, games and places. We read reports. We can remove content, and close accounts that break these rules.',
      ],
    },
    {
      title: 'The service',
      paragraphs: [
        'We try to keep the service running and correct, but we cannot promise it. Check the details with the host before you travel far.',
        'You can delete your account at any time in your [settings](/settings?tab=general).',
      ],
    },
    {
      title: 'Changes',
      paragraphs: ['The date of these terms is at the top of this page. We store which version you accepted, and when.'],
    },
  ],
})

export const getPrivacy = (product: string): LegalText => ({
  intro: `What ${product} stores about you, who sees it, and how you get a copy or delete it.`,
  sections: [
    {
      title: 'What we store',
      paragraphs: [
        'Your account: your email, a hash of your password (never the password itself), and which terms you accepted and when. If you sign in with Google, also the id of your Google account.',
        'Your profile: your names, city, picture, what you play, and when you can play, if you tell us.',
        'What you do: games you host or join, guests you bring, places you add or check in at, communities, connections, blocks, reports, feedback, and your notifications.',
        'What you answer in forms, with files and signatures. Answers that you began and did not send are deleted 90 days after your last change. Organizers decide how long they keep what you sent; a waiver that you signed stays until it ends.',
        'What you pay: for what, how much, when, and what went back. We keep the numbers for the books of the host even if you delete your account, without your name.',
        'Where you are signed in: the kind of browser and when you used it last. Our servers also write technical logs, to find errors and to stop abuse.',
      ],
    },
    {
      title: 'Who sees it',
      paragraphs: [
        'Signed-in people see your profile and the games you join as far as your [privacy settings](/settings?tab=privacy) and blocks allow. Visitors without an account see games and places, but not who plays.',
        'Your profile never shows your email. Your full name stays private, but hosts see it where a form of theirs asks for it. What you answer in a form is for its organizers, and what you pay is for the host. Admins can see reports and what they are about.',
        'We do not sell your data and show no ads.',
      ],
    },
    {
      title: 'Other companies',
      paragraphs: [
        'The service and its data run at Cloudflare. An email service delivers our emails. Stripe takes payments and knows your card, your email and what you paid for; hosts who are paid have an account there. If you turn on alerts, they go through the company that makes your browser. Google takes part only if you sign in with Google or put a ticket in its wallet. Where maps or addresses come from a map service, it receives the part of the map you look at, or the address you search for.',
      ],
    },
    {
      title: 'Location',
      paragraphs: [
        'We ask your browser for your location only when you choose to use it, for example to find games near you. You can always choose a city instead.',
      ],
    },
    {
      title: 'Cookies and storage',
      paragraphs: [
        'We use cookies to keep you signed in, to recognize a browser you have used before, to protect the sign-in, to show you your own latest changes, and to remember your color theme. None of them is for ads or tracking.',
        'Your browser also keeps drafts and pages you opened, so that they work offline. Logging out deletes your pages from the device.',
      ],
    },
    {
      title: 'Your copy, and deletion',
      paragraphs: [
        'In your [settings](/settings?tab=general) you can download everything we store about you. The file stays available for 7 days.',
        'There you can also delete your account. We then delete your data for good. What other people still need, such as the fact that someone played in their game, stays without your name. Backups are replaced over time.',
      ],
    },
    {
      title: 'Children',
      paragraphs: [`${product} is not for children under ${minAge}. If a child has an account, [contact us](/contact) and we delete it.`],
    },
  ],
})

/** The page also shows the email of the operator, if there is one. */
export const getContact = (product: string): LegalText => ({
  intro: `How to reach the people who run ${product}.`,
  sections: [
    {
      title: 'Help',
      paragraphs: ['Many questions have a short answer on the page [Help & Faqs](/faqs).'],
    },
    {
      title: 'Feedback',
      paragraphs: ['With an account, you can [send feedback](/feedback). Our team reads every message.'],
    },
    {
      title: 'A person, a game or a place',
      paragraphs: ['Use Report on the page of the game, the person or the place. If someone bothers you, you can also block them.'],
    },
  ],
})
