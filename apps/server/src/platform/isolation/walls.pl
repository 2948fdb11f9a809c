# Puts walls of the kernel around this process and becomes the command that is given. Perl, since every Debian and
# Ubuntu has it, it starts in milliseconds, and it makes any system call without a part that has to be compiled.
#
# perl walls.pl KIND ID CALLS FILTER PATHS -- COMMAND…
#   KIND    root: namespaces as root, then the user ID · user: a namespace of users first · filter: no namespaces
#   CALLS   the numbers of the system calls on this machine, in the order of `calls` in find-walls.ts
#   FILTER  a program for seccomp, in hex
#   PATHS   what the command may see, read-only, joined by colons
use strict;

my ($kind, $id, $numbers, $filter, $paths, $dashes, @command) = @ARGV;
my %call;
@call{qw(unshare mount pivot_root umount2 setgroups setresgid setresuid prctl capset)} = split /,/, $numbers;
%ENV = ();
# The user that this process becomes reads what is made here.
umask 022;

sub must {
    my ($name, @arguments) = @_;
    return if syscall($call{$name} + 0, @arguments) != -1;
    print STDERR "$name: $!\n";
    exit 125;
}

sub fill {
    my ($file, $content) = @_;
    my $handle;
    return if open($handle, '>', $file) && (print {$handle} $content) && close($handle);
    print STDERR "$file: $!\n";
    exit 125;
}

# A system call takes numbers as numbers and strings as pointers.
my ($none, $tmpfs, $size, $here) = ('none', 'tmpfs', 'size=1m,mode=0755', '.');
my %is = (
    NEWNS => 0x20000, NEWUTS => 0x4000000, NEWIPC => 0x8000000, NEWUSER => 0x10000000, NEWNET => 0x40000000,
    RDONLY => 1, NOSUID => 2, NODEV => 4, NOEXEC => 8, REMOUNT => 32, BIND => 4096, REC => 16384, PRIVATE => 1 << 18,
    DETACH => 2,
    PDEATHSIG => 1, CAPBSET_DROP => 24, NO_NEW_PRIVS => 38, SECCOMP => 22,
);

# A file system that holds the paths and nothing else. It is built over /proc, which no path begins with.
sub make_root {
    my $root = '/proc';
    my $top = '/';
    must('mount', $none, $top, 0, $is{REC} | $is{PRIVATE}, 0);
    must('mount', $tmpfs, $root, $tmpfs, $is{NOSUID} | $is{NODEV} | $is{NOEXEC}, $size);
    for my $path (split /:/, $paths) {
        my $place = "$root$path";
        my $at = $root;
        my @names = grep { length } split m{/}, $path;
        pop @names;
        for (@names) { $at .= "/$_"; mkdir $at, 0755 unless -d $at }
        if (-d $path) { mkdir $place, 0755 unless -d $place }
        elsif (!-e $place) { fill($place, '') }
        must('mount', $path, $place, 0, $is{BIND}, 0);
        must('mount', $none, $place, 0, $is{BIND} | $is{REMOUNT} | $is{RDONLY} | $is{NOSUID} | $is{NODEV}, 0);
    }
    must('mount', $none, $root, 0, $is{REMOUNT} | $is{RDONLY} | $is{NOSUID} | $is{NODEV} | $is{NOEXEC}, $size);
    chdir $root;
    must('pivot_root', $here, $here);
    must('umount2', $here, $is{DETACH});
    chdir '/';
}

if ($kind ne 'filter') {
    my ($uid, $gid) = ($>, (split / /, $))[0]);
    must('unshare', $is{NEWNS} | $is{NEWNET} | $is{NEWIPC} | $is{NEWUTS} | ($kind eq 'user' ? $is{NEWUSER} : 0));
    if ($kind eq 'user') {
        fill('/proc/self/setgroups', 'deny');
        fill('/proc/self/gid_map', "$id $gid 1");
        fill('/proc/self/uid_map', "$id $uid 1");
    }
    make_root();
    for my $capability (0 .. 63) { syscall($call{prctl} + 0, $is{CAPBSET_DROP}, $capability, 0, 0, 0) }
}
if ($kind eq 'root') {
    must('setgroups', 0, 0);
    must('setresgid', $id + 0, $id + 0, $id + 0);
    must('setresuid', $id + 0, $id + 0, $id + 0);
}
my ($header, $no_capabilities) = (pack('LL', 0x20080522, 0), pack('L6', (0) x 6));
must('capset', $header, $no_capabilities);
must('prctl', $is{PDEATHSIG}, 9, 0, 0, 0);
must('prctl', $is{NO_NEW_PRIVS}, 1, 0, 0, 0);
if (length $filter) {
    my $program = pack('H*', $filter);
    my $counted = pack('S x![P] P', length($program) / 8, $program);
    must('prctl', $is{SECCOMP}, 2, $counted, 0, 0);
}
exec { $command[0] } @command or print STDERR "$command[0]: $!\n";
exit 125;
