import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Shop } from '@storewright/entities';
import { MailModule } from '@storewright/mail';
import { Member, PeopleModule } from '@storewright/people';
import { TotpDevice } from '@storewright/second-factors';
import { InvitationLimits } from './invitations/invitation-limits';
import { InvitationMail } from './invitations/invitation-mail';
import { Invitation } from './invitations/invitation.entity';
import { Invitations } from './invitations/invitations';
import { InvitationsController } from './invitations/invitations.controller';
import { ReceivedInvitations } from './invitations/received-invitations';
import { ReceivedInvitationsController } from './invitations/received-invitations.controller';
import { Members } from './members';
import { MembersController } from './members.controller';
import { Memberships } from './memberships';
import { NotificationMail } from './notifications/notification-mail';
import { NotificationPreference } from './notifications/notification-preference.entity';
import { NotificationPreferences } from './notifications/notification-preferences';
import { NotificationPreferencesController } from './notifications/notification-preferences.controller';
import { Notification } from './notifications/notification.entity';
import { Notifications } from './notifications/notifications';
import { NotificationsController } from './notifications/notifications.controller';
import { CustomRoles } from './roles/custom-roles';
import { CustomRole } from './roles/role.entity';
import { RolesController } from './roles/roles.controller';
import { SavedView } from './saved-views/saved-view.entity';
import { SavedViews } from './saved-views/saved-views';
import { SavedViewsController } from './saved-views/saved-views.controller';
import { ShopMemberGuard } from './shop-member.guard';

/** Members of shops, their roles and invitations. The application must provide AdminPanel. */
@Module({
  imports: [
    TypeOrmModule.forFeature(
      [Shop, Member, CustomRole, SavedView, Notification, NotificationPreference, Invitation, TotpDevice],
      'auth',
    ),
    MailModule,
    PeopleModule,
  ],
  controllers: [
    ...[MembersController, RolesController, SavedViewsController],
    ...[NotificationsController, NotificationPreferencesController],
    ...[InvitationsController, ReceivedInvitationsController],
  ],
  providers: [
    ...[Members, Memberships, ShopMemberGuard, CustomRoles, SavedViews],
    ...[Notifications, NotificationPreferences, NotificationMail],
    ...[Invitations, InvitationLimits, InvitationMail, ReceivedInvitations],
  ],
  exports: [Memberships, ShopMemberGuard],
})
export class MembersModule {}
