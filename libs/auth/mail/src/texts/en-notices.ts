import type { NoticeTexts } from './notice-texts';

export const enNotices: NoticeTexts = {
  roles: { owner: 'owner', administrator: 'administrator', staff: 'staff', read_only: 'read only' },
  personAdvice:
    'If it was not you, change your password in the admin panel under Account at once, or ask the ' +
    'operator of the platform.',
  listingAdvice:
    'The admin panel shows the listing, its versions and the reasons of the operator under My apps.',
  leakAdvice:
    'Somebody other than you may have had this text. Find the place where it was published, such as a public ' +
    'repository or a log, and look at Activity in the admin panel for requests that you do not expect.',
  erasureAdvice: {
    erasure_due:
      'Erase the data, then confirm with POST /api/erasure_receipts and the id of this request. The app’s id and ' +
      'secret, or its OAuth token, authenticate the confirmation. The guide "Erase data on request" explains it.',
    erasure_overdue:
      'The admin panel of the shop shows the entry under Activity. Ask the developer of the app, or ' +
      'uninstall the app.',
  },
  shopAdvice:
    'If you did not expect this, ask the person, and look at Activity in the admin panel of the ' +
    'shop. If your own name is in this mail and it was not you, change your password at once.',
  texts: {
    erasure_due: ({ shop, name, reference }) => [
      `${name} must erase data of ${shop}`,
      `The shop ${shop} asks your app ${name} to erase data and to confirm it within 30 days of the request. ` +
        `The id of the request is ${reference}.`,
    ],
    erasure_overdue: ({ shop, name }) => [
      `${name} did not confirm an erasure`,
      `The app ${name} did not confirm within 30 days that it erased data of your shop ${shop}.`,
    ],
    password_changed: () => [
      'Your password was changed',
      'The password of your account was changed, and all devices were signed out. The old password no longer works.',
    ],
    email_changed: () => [
      'Your email was changed',
      'The new email of your account was confirmed at both addresses. You can no longer sign in with this address.',
    ],
    totp_turned_on: () => [
      'Two-factor authentication was turned on',
      'An authenticator app was added to your account. From now on you need its code to sign in.',
    ],
    totp_turned_off: () => [
      'Two-factor authentication was turned off',
      'The authenticator app was removed from your account. You can now sign in without a code.',
    ],
    recovery_codes_made: () => [
      'New recovery codes were created',
      'New recovery codes were created for your account. The old codes no longer work.',
    ],
    recovery_code_used: () => [
      'A recovery code was used',
      'Somebody signed in to your account with one of your recovery codes. The code does not work a second time.',
    ],
    passkey_added: ({ name }) => [
      'A passkey was added',
      `The passkey ${name} was added to your account. It can sign in without your password.`,
    ],
    passkey_removed: ({ name }) => [
      'A passkey was removed',
      `The passkey ${name} was removed from your account.`,
    ],
    second_factors_reset: () => [
      'Two-factor authentication was reset',
      'The operator of the platform removed the authenticator app, the recovery codes and all ' +
        'passkeys of your account, and signed you out everywhere.',
    ],
    new_device_signed_in: ({ device, address }) => [
      'New sign-in to your account',
      `Somebody signed in to your account on a new device: ${device}. The IP address is ${address}.`,
    ],
    device_allowed: ({ device, address }) => [
      'A device was allowed to sign in',
      `You approved a sign-in to your account with a device code. Device: ${device}. IP address: ${address}.`,
    ],
    app_registered: ({ name }) => [
      `You registered the app ${name}`,
      `The app ${name} was registered with your account and got a secret.`,
    ],
    app_changed: ({ name }) => [
      `The app ${name} was changed`,
      `Somebody changed in your account where the app ${name} receives its tokens or events, or how ` +
        'these are protected.',
    ],
    app_secret_made: ({ name }) => [
      `New secret for the app ${name}`,
      `A new secret for the app ${name} was created in your account. The old secret works until the new one ` +
        'is used, at most 24 hours.',
    ],
    webhook_secret_made: ({ name }) => [
      `New webhook secret for the app ${name}`,
      `A new secret for the webhooks of the app ${name} was created in your account. The old secret ` +
        'works for 24 more hours.',
    ],
    listing_approved: ({ name }) => [
      `The listing of ${name} was approved`,
      `The operator of the platform approved the listing of the app ${name}. The app directory shows the ` +
        'approved version.',
    ],
    listing_rejected: ({ name }) => [
      `The listing of ${name} was rejected`,
      `The operator of the platform rejected the submitted version of the listing of the app ${name}. ` +
        'You can change the draft and submit it again.',
    ],
    listing_hidden: ({ name }) => [
      `The app ${name} was hidden`,
      `The operator of the platform hid the app ${name} from the app directory. Shops that installed the app keep it.`,
    ],
    listing_restored: ({ name }) => [
      `The app ${name} is in the directory again`,
      `The operator of the platform shows the app ${name} in the app directory again.`,
    ],
    app_installed: ({ shop, actor, name }) => [
      `The app ${name} was installed in ${shop}`,
      `${actor} installed the app ${name} in the shop ${shop}, or gave it more permissions.`,
    ],
    app_suspended: ({ shop, actor, name }) => [
      `The app ${name} was suspended in ${shop}`,
      `${actor} suspended the app ${name} in the shop ${shop}. The app keeps its installation and its token, but its ` +
        'requests are rejected and its webhooks wait until somebody resumes the app.',
    ],
    app_resumed: ({ shop, actor, name }) => [
      `The app ${name} works again in ${shop}`,
      `${actor} resumed the app ${name} in the shop ${shop}. Its token works again, and its webhooks are delivered.`,
    ],
    app_networks_widened: ({ shop, actor, name }) => [
      `The app ${name} may use more networks in ${shop}`,
      `${actor} allowed the app ${name} to send requests to the shop ${shop} from more networks.`,
    ],
    api_suspended: ({ shop, actor }) => [
      `All apps and access tokens of ${shop} were suspended`,
      `${actor} suspended all apps and access tokens of the shop ${shop}. Their requests are rejected until somebody ` +
        'resumes them under General in the admin panel.',
    ],
    api_resumed: ({ shop, actor }) => [
      `The apps and access tokens of ${shop} work again`,
      `${actor} resumed the apps and access tokens of the shop ${shop}. Apps that are suspended one by one stay ` +
        'suspended.',
    ],
    access_token_made: ({ shop, actor, name }) => [
      `New access token for ${shop}`,
      `${actor} created the access token ${name} for the shop ${shop}. Anyone who has the token can ` +
        'use the API of the shop.',
    ],
    access_token_changed: ({ shop, actor, name }) => [
      `An access token of ${shop} has more permissions`,
      `${actor} gave the access token ${name} of the shop ${shop} more permissions. Anyone who has the ` +
        'token can use them.',
    ],
    access_token_networks_widened: ({ shop, actor, name }) => [
      `The access token ${name} of ${shop} works in more networks`,
      `${actor} allowed the access token ${name} of the shop ${shop} in more networks. Anyone who has the token can ` +
        'use it from there.',
    ],
    access_token_rotated: ({ shop, actor, name }) => [
      `The access token ${name} of ${shop} was rotated`,
      `${actor} gave the access token ${name} of the shop ${shop} a new text. The old text works until the ` +
        'new text is used, at most 24 hours. Anyone who has the new text can use the API of the shop.',
    ],
    role_changed: ({ shop, actor, name, role }) => [
      `A role was changed in ${shop}`,
      `${actor} changed the role of ${name} in the shop ${shop}. The role is now: ${role}.`,
    ],
    shop_role_changed: ({ shop, actor, name }) => [
      `The role ${name} was changed in ${shop}`,
      `${actor} changed the role ${name} in the shop ${shop}. All members with this role have its new permissions.`,
    ],
    second_factor_not_required: ({ shop, actor }) => [
      `${shop} no longer requires a second factor`,
      `${actor} changed the settings of the shop ${shop}: members can now sign in without a second factor.`,
    ],
    member_joined: ({ shop, actor, email, role }) => [
      `Somebody joined ${shop}`,
      `${actor} (${email}) accepted an invitation and is now a member of the shop ${shop}. The role is: ${role}.`,
    ],
    member_removed: ({ shop, actor, name }) => [
      `Somebody left ${shop}`,
      `${name} is no longer a member of the shop ${shop}. ${actor} made this change.`,
    ],
    access_token_leaked: ({ shop, name }) => [
      `An access token of ${shop} leaked`,
      `The access token ${name} of the shop ${shop} was found in a public place and reported. The token was ` +
        'revoked. Programs that use it need a new token, which you create in the admin panel under API access.',
    ],
    app_token_leaked: ({ shop, name }) => [
      `The token of the app ${name} leaked`,
      `The token of the app ${name} for the shop ${shop} was found in a public place and reported. The token was ` +
        'revoked, so the app has no access. Its developer was informed. Install the app again if the app does not ' +
        'request a new token.',
    ],
    agent_tokens_replayed: ({ shop, name }) => [
      `The access of the agent ${name} was ended`,
      `A token of the agent ${name} for the shop ${shop} was used twice. Somebody may have copied the token, so all ` +
        'tokens of this connection were revoked. Connect the agent again if you trust the device on which it runs.',
    ],
    own_app_token_leaked: ({ name }) => [
      `A token of your app ${name} leaked`,
      `A token of your app ${name} was found in a public place and reported. The token was revoked. The admin ` +
        'panel shows the affected shop under Activity of your account.',
    ],
    app_secret_leaked: ({ name }) => [
      `The secret of your app ${name} leaked`,
      `The secret of your app ${name} was found in a public place and reported. The secret no longer works. Create a ` +
        'new secret in the admin panel under My apps, and replace tokens that the app requested with the old secret.',
    ],
    session_leaked: () => [
      'You were signed out because your session leaked',
      'The text that proves your sign-in was found in a public place and reported. The session was ended, and the ' +
        'device must sign in again.',
    ],
    device_session_replayed: () => [
      'The sign-in of a device was ended',
      'A token of a device that is signed in to your account was used twice. Somebody may have copied the token, so ' +
        'the session of the device was ended. Sign in again on the device if you trust it.',
    ],
    access_token_expiring: ({ shop, name }) => [
      `An unused access token of ${shop} will expire`,
      `No request has used the access token ${name} of the shop ${shop} for a long time. The token expires in seven ` +
        'days unless a program uses it. You need not do anything if no program needs the token.',
    ],
    canary_token_used: ({ shop, name, device, address }) => [
      `Somebody used the canary token ${name}`,
      `A request used the canary token ${name} of the shop ${shop}. The request came from the address ${address} ` +
        `and the program ${device}, and got no data. Whoever sent it has read the place where you hid the token.`,
    ],
    canary_token_reported: ({ shop, name }) => [
      `The canary token ${name} was found`,
      `The canary token ${name} of the shop ${shop} was found in a public place and reported. Whoever published it ` +
        'has read the place where you hid the token.',
    ],
  },
};
