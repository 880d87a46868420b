CREATE TABLE `hostname_claims` (
	`team_id` text PRIMARY KEY NOT NULL,
	`host` text NOT NULL,
	`token` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`team_id`) REFERENCES `teams`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `hostname_claims_by_age` ON `hostname_claims` (`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `hostnames_team_id_unique` ON `hostnames` (`team_id`);