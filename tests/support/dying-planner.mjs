// The program of a planner thread that dies while it plans.
process.exit(7);
