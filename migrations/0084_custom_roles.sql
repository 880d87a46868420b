CREATE TABLE `team_roles` (
	`id` text PRIMARY KEY NOT NULL,
	`team_id` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`rights` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`team_id`) REFERENCES `teams`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `team_roles_one_name` ON `team_roles` (`team_id`,`name_key`);--> statement-breakpoint
ALTER TABLE `deleted_team_members` ADD `custom_role_id` text REFERENCES team_roles(id);--> statement-breakpoint
ALTER TABLE `deleted_team_members` ADD `rights` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `team_members` ADD `custom_role_id` text REFERENCES team_roles(id);--> statement-breakpoint
ALTER TABLE `team_members` ADD `rights` integer DEFAULT 0 NOT NULL CONSTRAINT `team_members_rights` CHECK(rights = 0 OR role = 'member');--> statement-breakpoint
CREATE INDEX `team_members_with_custom_role` ON `team_members` (`team_id`,`joined_at`,`user_id`) WHERE custom_role_id IS NOT NULL;